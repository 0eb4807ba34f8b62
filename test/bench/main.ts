import { parseArgs } from 'node:util';
import { benchAppend, describeAppend } from './append-bench.ts';
import { benchBackup, describeBackup } from './backup-bench.ts';
import { benchConsole, describeConsole } from './console-bench.ts';
import { benchContacts, describeContacts } from './contacts-bench.ts';
import { describeScale } from './describe-scale.ts';
import { benchDisk, describeDisk } from './disk-bench.ts';
import { benchDrill, describeDrill } from './drill-bench.ts';
import { benchFeed, describeFeed } from './feed-bench.ts';
import { benchHeavy, describeHeavy } from './heavy-bench.ts';
import { benchHostile, describeHostile } from './hostile-bench.ts';
import { benchIdle, describeIdle } from './idle-bench.ts';
import { benchIngest } from './ingest-bench.ts';
import { benchKafkaIngest, describeKafkaIngest } from './kafka-ingest-bench.ts';
import { benchKafkaProject, describeKafkaProject } from './kafka-project-bench.ts';
import { benchLimits, describeLimits } from './limits-bench.ts';
import { benchMemory, describeMemory } from './memory-bench.ts';
import { benchPages, describePages } from './pages-bench.ts';
import { benchRebuild, describeRebuild } from './rebuild-bench.ts';
import { benchRebuildLoop, describeRebuildLoop } from './rebuild-loop-bench.ts';
import { benchReplay, describeReplay } from './replay-bench.ts';
import { describeResult } from './result.ts';
import { benchScale } from './scale-bench.ts';
import { benchSealing, describeSealing } from './sealing-bench.ts';
import { benchSeries, describeSeries } from './series-bench.ts';
import { benchSnapshot } from './snapshot-bench.ts';
import { benchStart, describeStart } from './start-bench.ts';
import { benchXp } from './xp-bench.ts';

const help = `npm run bench -- <name> [options]

  ingest     durable reports beside a Fastify that only parses the same JSON: Node at least 0.20 of it, with
             PostgreSQL 0.25;
             --log kafka: what a report costs an ingest process on Kafka, no bar
  project    --log kafka: a backlog through a projector process, at least 0.5 of a plain kafkajs consumer that
             stores it in two tables, PostgreSQL with both; at half of the load that it all
             keeps up with, a report shows within 250 ms (p99)
  append     one caller that appends one report after another: p50 at most 4 ms, and at most 1.2 times
             the CPU of an event store written with pg, PostgreSQL with both

  contacts   first reports of 500 accounts within ten seconds beside a busy process a core, and within
             one second: none is refused

  start      from the start of a hub with 5,000 accounts and a million events to its first snapshot: 1.5 s

  snapshot   a guild at play, 50 reports a second, each of another of 500 accounts: a full body at least
             0.7 (10 polls a second; gzip 0.5) or 0.85 (120 and 400) of one sent from a buffer, what the
             reports cost taken off. With 1 % changing per second: a full body at least 0.6, one since
             1 % changed at least 0.4, a 304 at least 0.5 of a bare Fastify 304
  memory     the hub's Node process with 500 players and 10 pollers stays under 180 MB; --accounts 5000: after a
             start on the data of that many, which 10 pollers read and nobody plays, under 280 MB

  idle       a hub that nothing reports to and nobody reads: at most 1.5 % of a core, PostgreSQL with it

  hostile    the same while one member's devices attack: fresh accounts, accounts and events as large as
             they get; nobody of the guild is refused, and a device takes at most 450 MB of disk

  replay     1 million mixed events into the tables of every projection: only reading and parsing them takes at least
             0.7 of its CPU, PostgreSQL with both; 50 times a transaction for each event, under 400 MB

  backup     a log of a million mixed events, 200,000 records per CPU second; the next one after 1 % news, at
             most 2 % of its bytes; that one restored, all projections filled, at 0.8 of a replay's speed, and
             verified; under 250 MB

  rebuild    p99 of reads while all projections are rebuilt beside: at most 1.5 times that before

  rebuild-loop  two projections rebuilt beside a loop written by hand, which folds and writes a page after another, PostgreSQL
             with both: at most 1.1 times its CPU

  drill      p99 of reads while a backup is tried, in turns with reads alone: at most 1.5 times that

  sealing    what opening sealed records takes of the replay of game events: at most 15 % of its speed

  limits     limits shared by replicas, at 128 connections: less than one statement per ten requests

  disk       what is kept for ever, per player and further hour of play: at most 50 KB of log and 15 KB of tables

  series     buffer pages of seven days of one skill: at most 20 per 1,000 points out of a year, and
             at most 1.2 times those out of a month

  xp         seven days of ten accounts beside json_agg in Fastify and pg: at most 0.8 times the CPU, with
             PostgreSQL

  feed       a poll that finds nothing at 1 million events at least 0.5 of a bare Fastify 304; filters
             that nothing passes, and pages of a range, at most 5 ms in the database; a page of a range as cheap
             as one of the feed

  heavy      p99 of reads while the heaviest legal request is answered (50 accounts, 30 skills, 5,000
             points): at most twice that before, and the hub grows by at most 96 MB

  pages      the live map in Chromium with 500 accounts: bytes and paint of the first page, script of a
             poll, frames while panning beside an empty map, heap over an hour of polls, requests of 20 tabs

  console    500 members with 1,000 open tabs on two query processes and two consoles: polls that find
             nothing new are 304, sign-ins and commands within 250 ms (p99) at half of the load that the
             machine keeps up with, a console under 150 MB

  scale      what each part of a hub takes of guilds of 500, 5,000 and 100,000 players, worked out from what it takes
             here at 500 and 5,000 accounts, and which part is full first; no bar. --log kafka: with a broker

  --log kafka   for ingest, project and scale: on KAFKA_BROKERS, else in a container, else a process
  --events N    how many replay, backup and rebuild (1000000), drill (20000) and project (100000) go through, feed (1000000) has
  --minutes N   how long memory runs (10)
  --players N   how many play (500)
  --accounts N  how many accounts memory only reads, and feed has events of (500)
  --only TEXT   of snapshot and feed the cases whose names hold this text
  --json        one JSON document on stdout
  --help

Figures are CPU per answer from /proc, as ratios against a reference server in the same run: requests per
second depend on what else the machine does. Exit code 1 when a bar does not hold. Linux only.
`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    players: { type: 'string', default: '500' },
    accounts: { type: 'string' },
    events: { type: 'string' },
    log: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

interface Report {
  readonly result: { readonly holds: boolean };
  readonly text: string;
}

const benches: Readonly<Record<string, () => Promise<Report>>> = {
  ingest: async () => {
    const result = await benchIngest();
    return { result, text: describeResult(result) };
  },
  'ingest kafka': async () => {
    const result = await benchKafkaIngest();
    return { result, text: describeKafkaIngest(result) };
  },
  'project kafka': async () => {
    const result = await benchKafkaProject(Number(flags.events ?? 100_000));
    return { result, text: describeKafkaProject(result) };
  },
  scale: async () => {
    const result = await benchScale('postgres');
    return { result, text: describeScale(result) };
  },
  'scale kafka': async () => {
    const result = await benchScale('kafka');
    return { result, text: describeScale(result) };
  },
  append: async () => {
    const result = await benchAppend();
    return { result, text: describeAppend(result) };
  },
  start: async () => {
    const result = await benchStart(Number(flags.events ?? 1_000_000));
    return { result, text: describeStart(result) };
  },
  contacts: async () => {
    const result = await benchContacts();
    return { result, text: describeContacts(result) };
  },
  snapshot: async () => {
    const result = await benchSnapshot(flags.only);
    return { result, text: describeResult(result) };
  },
  xp: async () => {
    const result = await benchXp();
    return { result, text: describeResult(result) };
  },
  limits: async () => {
    const result = await benchLimits();
    return { result, text: describeLimits(result) };
  },
  replay: async () => {
    const result = await benchReplay(Number(flags.events ?? 1_000_000));
    return { result, text: describeReplay(result) };
  },
  backup: async () => {
    const result = await benchBackup(Number(flags.events ?? 1_000_000));
    return { result, text: describeBackup(result) };
  },
  drill: async () => {
    const result = await benchDrill(Number(flags.events ?? 20_000));
    return { result, text: describeDrill(result) };
  },
  rebuild: async () => {
    const result = await benchRebuild(Number(flags.events ?? 1_000_000));
    return { result, text: describeRebuild(result) };
  },
  'rebuild-loop': async () => {
    const result = await benchRebuildLoop(Number(flags.events ?? 150_000));
    return { result, text: describeRebuildLoop(result) };
  },
  sealing: async () => {
    const result = await benchSealing(Number(flags.events ?? 100_000));
    return { result, text: describeSealing(result) };
  },
  feed: async () => {
    const result = await benchFeed({
      events: Number(flags.events ?? 1_000_000),
      accounts: Number(flags.accounts ?? 500),
      only: flags.only,
    });
    return { result, text: describeFeed(result) };
  },
  heavy: async () => {
    const result = await benchHeavy();
    return { result, text: describeHeavy(result) };
  },
  pages: async () => {
    const result = await benchPages();
    return { result, text: describePages(result) };
  },
  disk: async () => {
    const result = await benchDisk((day) => process.stderr.write(`day ${day} played\n`));
    return { result, text: describeDisk(result) };
  },
  console: async () => {
    const result = await benchConsole(Number(flags.players));
    return { result, text: describeConsole(result) };
  },
  series: async () => {
    const result = await benchSeries((day) => {
      if (day % 50 === 0) process.stderr.write(`${day} days stored\n`);
    });
    return { result, text: describeSeries(result) };
  },
  hostile: async () => {
    const result = await benchHostile({
      players: Number(flags.players),
      onAttack: ({ attack, highestMegabytes }) => process.stderr.write(`${attack}: ${highestMegabytes} MB\n`),
    });
    return { result, text: describeHostile(result) };
  },
  idle: async () => {
    const result = await benchIdle();
    return { result, text: describeIdle(result) };
  },
  memory: async () => {
    const result = await benchMemory({
      minutes: Number(flags.minutes),
      players: Number(flags.players),
      accounts: flags.accounts === undefined ? null : Number(flags.accounts),
      onSample: ({ seconds, megabytes }) => process.stderr.write(`${seconds} s: ${megabytes} MB\n`),
    });
    return { result, text: describeMemory(result) };
  },
};

const { log = '' } = flags;
const bench = benches[`${positionals[0] ?? ''} ${log}`.trim()];
if (flags.help) {
  process.stdout.write(help);
} else if (bench === undefined) {
  const asked = positionals[0];
  const wrong =
    asked === undefined ? 'name a benchmark' : `there is no benchmark ${asked}${log && ` with --log ${log}`}`;
  process.stderr.write(`bench: ${wrong}; --help lists them\n`);
  process.exitCode = 2;
} else {
  const { result, text } = await bench();
  process.stdout.write(flags.json ? `${JSON.stringify(result)}\n` : `${text}\n`);
  process.exitCode = result.holds ? 0 : 1;
}
