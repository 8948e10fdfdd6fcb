import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's environment for Node, but the global object of the tests is an ordinary one. Jest has it answered by a proxy: every
 * mention of `Math`, `BigInt` or `Map` in the code under test then calls an interceptor, and nothing about it is inlined.
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
  }
}
