import { Option } from 'commander';
import { wholeNumber } from './arguments.ts';

export interface PortFlag {
  readonly port?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function portOption(): Option {
  return new Option(
    '--port <port>',
    'the port of the hub, 0 for any free port (default: PORT, else 3000)',
  ).argParser(wholeNumber(0, 65_535));
}

/** The option wins over `PORT`. */
export function withPort(environment: Environment, { port }: PortFlag): Environment {
  return port === undefined ? environment : { ...environment, PORT: String(port) };
}
