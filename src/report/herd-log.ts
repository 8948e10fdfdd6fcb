/** A litmus test and what was found out about it under one model. */
export interface HerdLogInput {
  readonly test: {
    readonly name: string;
    readonly quantifier: 'exists' | '~exists' | 'forall';
    /** In parentheses. */
    readonly conditionText: string;
    readonly info: ReadonlyMap<string, string>;
  };
  readonly outcome: {
    readonly states: readonly string[];
    readonly satisfying: number;
    readonly others: number;
    readonly verdict: 'Ok' | 'No';
    readonly observation: 'Never' | 'Sometimes' | 'Always';
  };
  readonly model: string;
}

/**
 * The log of one test as herd7 prints it, so that tools that compare such logs read it, and a sentence for people.
 * The numbers count final states, where herd counts executions. Ends without a line break.
 */
export function herdLog({ test, outcome, model }: HerdLogInput): string {
  const [positive, negative] = witnesses(test, outcome);
  const hash = test.info.get('Hash');
  return [
    `Test ${test.name} ${kindOf[test.quantifier]}`,
    `States ${outcome.states.length}`,
    ...outcome.states,
    outcome.verdict,
    'Witnesses',
    `Positive: ${positive} Negative: ${negative}`,
    `Condition ${test.quantifier} ${test.conditionText}`,
    `Observation ${test.name} ${outcome.observation} ${outcome.satisfying} ${outcome.others}`,
    ...(hash === undefined ? [] : [`Hash=${hash}`]),
    '',
    sentence({ test, outcome, model }),
  ].join('\n');
}

type HerdTest = HerdLogInput['test'];

const kindOf: Readonly<Record<HerdTest['quantifier'], string>> = {
  exists: 'Allowed',
  '~exists': 'Forbidden',
  forall: 'Required',
};

/** What speaks for the claim of the test and what against it: with ~exists that is the other way round. */
function witnesses(test: HerdTest, outcome: HerdLogInput['outcome']): readonly [number, number] {
  return test.quantifier === '~exists'
    ? [outcome.others, outcome.satisfying]
    : [outcome.satisfying, outcome.others];
}

/** Readers take Ok and No for pass and fail; this says what they mean. */
function sentence({ test, outcome, model }: HerdLogInput): string {
  const condition = test.conditionText;
  if (test.quantifier !== 'forall') {
    const is = outcome.satisfying > 0 ? 'IS' : 'IS NOT';
    return `The outcome ${condition} ${is} reachable under ${model}.`;
  }
  return outcome.others === 0
    ? `The condition ${condition} HOLDS in every final state under ${model}.`
    : `The condition ${condition} does NOT hold in every final state under ${model}.`;
}
