import type { Plugin } from '../../services/ingest/plugin-adapter.ts';
import { wayfarer } from './adapter.ts';

// Plugins that nobody runs and that take no code: their players paste what the hub made.

/** Its whole address is pasted, and the token is a part of it. */
export const rambler: typeof wayfarer = {
  ...wayfarer,
  source: 'rambler',
  title: 'Rambler',
  sends: 'walks and places',
  paths: [{ name: 'rambler_walk', url: '/rambler/:token/walk', kind: 'report' }],
  pasted: {
    option: 'rambler',
    settingsFor: (origin, token) => ({
      url: `${origin}/rambler/${token}/walk`,
      steps: ['Open the settings of Rambler.', 'Paste the address into “Where to tell of walks”.'],
    }),
  },
};

/** Its address and its token have a field each. */
const strider: typeof wayfarer = {
  ...wayfarer,
  source: 'strider',
  title: 'Strider',
  paths: [{ name: 'strider_walk', url: '/strider/walk', kind: 'report' }],
  tokenOf: ({ headers }) => headers.authorization ?? null,
  pasted: {
    option: 'strider',
    settingsFor: (origin) => ({
      url: origin,
      steps: ['Paste the address into “Server”.', 'Paste the token into “Secret”, and walk.'],
    }),
  },
};

/** Its steps say what to paste. */
export const climber: typeof wayfarer = {
  ...wayfarer,
  source: 'climber',
  title: 'Climber',
  paths: [{ name: 'climber_walk', url: '/climber/:token/walk', kind: 'report' }],
  pasted: {
    option: 'climber',
    settingsFor: (origin, token) => ({
      url: origin,
      steps: [
        `Set Server to ${origin}, without a slash at its end.`,
        `Paste the token into Secret: ${token}`,
        `Older ones take ${origin}/climber/${token}/walk instead.`,
      ],
    }),
  },
};

/** Its address changes the plugin, and the player may choose more changes. */
export const chooser: typeof wayfarer = {
  ...wayfarer,
  source: 'chooser',
  title: 'Chooser',
  paths: [{ name: 'chooser_walk', url: '/chooser/:token/walk', kind: 'report' }],
  pasted: {
    option: 'chooser',
    choices: [{ name: 'hills', label: 'Hills', effect: 'Chooser walks uphill.' }],
    settingsFor: (origin, token) => ({
      url: `${origin}/chooser/${token}/settings`,
      changes: ['Chooser walks faster.'],
      steps: ['Paste the address into Settings.'],
      otherWay: { title: 'By hand', steps: [`Add ${origin}/chooser/${token}/walk to Targets.`] },
    }),
  },
};

export const pastedPlugins: readonly Plugin[] = [rambler, strider, climber, chooser];
