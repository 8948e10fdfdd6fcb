# One item of a Trencher program: src/frontends/trencher/sections.ts cuts the token list before each. Expressions are
# written in prefix notation. A state may be called anything, also like a word of the language.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { spanning } from '../../../diagnostics/span.js';
import type { Spanned } from '../../../diagnostics/span.js';
import { wordOf } from '../../kit/token.js';
import type { Token } from '../../kit/token.js';
import { binary, constant, leaf, unary } from '../../kit/written.js';
import type { TrnExpr, TrnInstruction, TrnItem, TrnNumber, WrittenTrn } from '../ast.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const expr = (from: Spanned, to: Spanned, written: WrittenTrn): TrnExpr => spanning(from, to, { written });
const numberOf = (token: Token): TrnNumber => ({ value: BigInt(token.raw.replace('+', '')), span: token.span });
// The rule of each instruction also says which of its parts is the last.
const instruction = (last: Spanned, what: TrnInstruction) => ({ last, what });
const bare: Post = ([word]) => instruction(word, { kind: word.value });
const named: Post = ([word, name]): TrnItem => spanning(word, name, { kind: word.value, name: wordOf(name) });
%}
@lexer lexer

item -> "memory_size" %number     {% ([word, size]): TrnItem => spanning(word, size, { kind: 'memory_size', size: numberOf(size) }) %}
      | "thread" name             {% named %}
      | "initial" name            {% named %}
      | "final" name              {% named %}
      | "end"                     {% ([{ span }]): TrnItem => ({ kind: 'end', span }) %}
      | "transition" name name instruction
          {% ([word, from, to, { last, what }]): TrnItem =>
               spanning(word, last, { kind: 'transition', from: wordOf(from), to: wordOf(to), instruction: what }) %}

name -> %word {% first %} | %number {% first %} | %keyword {% first %} | %operator {% first %}

instruction -> "read" %word expr  {% ([, into, address]) => instruction(address, { kind: 'read', into: wordOf(into), address }) %}
             | "write" expr expr  {% ([, value, address]) => instruction(address, { kind: 'write', value, address }) %}
             | "local" %word expr {% ([, into, value]) => instruction(value, { kind: 'local', into: wordOf(into), value }) %}
             | "check" expr       {% ([, cond]) => instruction(cond, { kind: 'check', cond }) %}
             | "noop"             {% bare %}
             | "mfence"           {% bare %}
             | "lock"             {% bare %}
             | "unlock"           {% bare %}

expr -> %number                   {% ([token]) => expr(token, token, constant(numberOf(token).value)) %}
      | %word                     {% ([token]) => expr(token, token, leaf(wordOf(token))) %}
      | "!" expr                  {% ([op, arg]) => expr(op, arg, unary('!', arg.written)) %}
      | binaryOp expr expr        {% ([op, left, right]) => expr(op, right, binary(op.value, left.written, right.written)) %}
binaryOp -> "==" {% first %} | "!=" {% first %} | "<" {% first %} | "<=" {% first %} | ">" {% first %} | ">=" {% first %}
          | "&&" {% first %} | "||" {% first %} | "+" {% first %} | "-" {% first %} | "*" {% first %} | "&" {% first %}
