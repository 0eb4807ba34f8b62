// Tests leave much garbage.
const heap = '--max-semi-space-size=64';

/** Tests that only compute share processes: in threads they take a fifth more CPU time. */
export const pureProject = { pool: 'forks' as const, execArgv: [heap], isolate: false };

/** How test files run that share processes, one file after another. */
export const realProject = {
  pool: 'forks' as const,
  // Tests end before optimised code pays for its compilation.
  execArgv: ['--no-turbofan', heap],
  // Loading every module again would cost half a second of CPU per file.
  isolate: false,
  // Node imports the files itself, without a transformation of each module. The watch mode needs
  // the transformation, which tells the files that a test depends on.
  experimental: { viteModuleRunner: !process.argv.includes('run') },
  globalSetup: [
    'test/support/runner/current-bundle.ts',
    'test/support/postgres/server.ts',
    'test/support/kafka/server.ts',
  ],
};
