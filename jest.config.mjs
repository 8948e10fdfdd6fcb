export default {
  testEnvironment: '<rootDir>/tools/jest-environment.mjs',
  roots: ['<rootDir>/dist/test'],
  testMatch: ['**/*.test.js'],
  transform: {},
  testSequencer: '<rootDir>/tools/jest-sequencer.mjs',
  maxWorkers: '100%',
  // Modules of tests that have run stay in memory: a worker that holds much of them spends its time collecting.
  workerIdleMemoryLimit: '1GB',
  // Against tests that hang, not those that are slow: other work on the machine may make one take twenty times as long.
  testTimeout: 600_000,
  coverageProvider: 'v8',
  reporters: ['default', '<rootDir>/tools/jest-tally.mjs'],
};
