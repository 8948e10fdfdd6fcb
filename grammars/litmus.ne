# The parts of an x86 litmus test that have structure: one entry of the initial state, one instruction, and the
# outcome. src/frontends/litmus/sections.ts cuts the token list into these parts; each has its own start symbol.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { spanning } from '../../../diagnostics/span.js';
import { wordOf } from '../../kit/token.js';
import type { Token } from '../../kit/token.js';
import { binary, constant, leaf, unary } from '../../kit/written.js';
import type { BareOutcome, InitEntry, Instruction, InstructionOperand, LitmusAtom } from '../ast.js';
import type { LitmusCondition, LitmusPlace, LitmusQuantifier } from '../ast.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const third: Post = ([, , node]) => node;
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
const location = (name: Token): LitmusPlace => ({ kind: 'location', text: name.raw, span: name.span });
// The processor is a number or `Pn`.
const register: Post = ([processor, , name]): LitmusPlace =>
  spanning(processor, name, { kind: 'register', processor: Number(processor.raw.replace(/^P/i, '')), text: name.raw });
const instruction = (name: Token, operands: readonly InstructionOperand[]): Instruction =>
  spanning(name, operands.at(-1) ?? name, { lock: null, mnemonic: wordOf(name), operands });
const bareWord: Post = ([name]): InstructionOperand => ({ kind: 'word', text: name.raw, span: name.span });
const literal = (first: Token, last: Token, value: bigint): InstructionOperand =>
  spanning(first, last, { kind: 'constant', value });
const equals: Post = ([place, , { value }]) => leaf<LitmusAtom<LitmusPlace>>({ place, value });
const not: Post = ([, arg]) => unary('!', arg);
const quantified = (quantifier: LitmusQuantifier, condition: LitmusCondition<LitmusPlace>) => ({ quantifier, condition });
%}
@lexer lexer

# ---- initial state: x=1   int x=1   x   0:EAX=1   P0:EAX=1 ----
initEntry -> untyped                {% first %}
           | %word untyped          {% second %}
untyped -> place                    {% ([place]): InitEntry => ({ place, value: null }) %}
         | place "=" initValue      {% ([place, , value]): InitEntry => ({ place, value }) %}
initValue -> constant               {% first %}
           | %word                  {% bareWord %}

place -> %word                      {% ([name]) => location(name) %}
       | "[" %word "]"              {% ([, name]) => location(name) %}
       | %number ":" %word          {% register %}
       | %processor ":" %word       {% register %}

# ---- instructions, without the LOCK prefix: XADD [x],EAX ----
instruction -> %word                {% ([name]) => instruction(name, []) %}
             | %word operands       {% ([name, operands]) => instruction(name, operands) %}
operands -> operand                 {% one %}
          | operands "," operand    {% append %}
operand -> constant                 {% first %}
         | "$" constant             {% second %}
         | %word                    {% bareWord %}
         | memory                   {% first %}
         | %dwordPtr memory         {% second %}
memory -> "[" %word "]"             {% ([open, name, close]): InstructionOperand => spanning(open, close, { kind: 'memory', text: name.raw }) %}

constant -> %number                 {% ([token]) => literal(token, token, BigInt(token.raw)) %}
          | "-" %number             {% ([minus, token]) => literal(minus, token, -BigInt(token.raw)) %}

# Without a question every state is fine.
# ---- outcome: locations [x; 0:EAX;] exists (x=1 /\ ~(0:EAX=0)) ----
outcome -> locations                {% ([locations]): BareOutcome => ({ locations, quantifier: 'forall', condition: constant(true) }) %}
         | locations quantified     {% ([locations, rest]): BareOutcome => ({ locations, ...rest }) %}
         | quantified               {% ([rest]): BareOutcome => ({ locations: [], ...rest }) %}
quantified -> "exists" prop         {% ([, prop]) => quantified('exists', prop) %}
            | "~" "exists" prop     {% ([, , prop]) => quantified('~exists', prop) %}
            | "forall" prop         {% ([, prop]) => quantified('forall', prop) %}
            | "final" prop          {% ([, prop]) => quantified('exists', prop) %}
locations -> "locations" "[" places "]"     {% third %}
           | "locations" "[" places ";" "]" {% third %}
places -> place                     {% one %}
        | places ";" place          {% append %}

prop -> disjunction                 {% first %}
      | disjunction "=>" prop       {% ([left, , right]) => binary('->', left, right) %}
disjunction -> conjunction          {% first %}
             | disjunction "\\/" conjunction {% ([left, , right]) => binary('||', left, right) %}
conjunction -> literal              {% first %}
             | conjunction "/\\" literal     {% ([left, , right]) => binary('&&', left, right) %}
literal -> "~" literal              {% not %}
         | "not" literal            {% not %}
         | "(" prop ")"             {% second %}
         | "true"                   {% () => constant(true) %}
         | "false"                  {% () => constant(false) %}
         | place "=" constant       {% equals %}
         | place "!=" constant      {% (parts) => unary('!', equals(parts)) %}
