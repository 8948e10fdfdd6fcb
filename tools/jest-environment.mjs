import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** Milliseconds of CPU that this process has taken. */
const cpuTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Jest's environment for Node, but the global object of the tests is an ordinary one. Jest has it answered by a proxy: every
 * mention of `Math`, `BigInt` or `Map` in the code under test then calls an interceptor, and nothing about it is inlined.
 *
 * The clock of the tests, and of what they test, tells CPU time. By the clock on the wall a limit would leave the less time for
 * work the more else the machine does, and a test could fail for that. Timers, and other processes, go by the wall.
 */
export default class PlainGlobals extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    Object.defineProperty(this.global, 'performance', { value: { now: cpuTime } });
  }
}
