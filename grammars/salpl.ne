# The language of the CUPEX authors' .orig programs, one statement at a time: src/frontends/salpl/items.ts reads one
# after the other and sees to the semicolons, nesting.ts to what `if`, `else`, `endif` and the atomic brackets enclose.
# Conditions and sums are different things, so an integer where a truth value belongs is a syntax error.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { wordOf } from '../../kit/token.js';
import type { Token } from '../../kit/token.js';
import { binary, constant, leaf, unary } from '../../kit/written.js';
import type { BareLine, CounterTest, SalplStatement } from '../ast.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const third: Post = ([, , node]) => node;
const stmt = (statement: SalplStatement): SalplStatement => statement;
const bracket: Post = ([token]) => stmt({ kind: 'bracket', bracket: token.value });
const joined: Post = ([left, op, right]) => binary(op.value, left, right);
const test = (process: Token, label: Token) => leaf<CounterTest>({ process: wordOf(process), label: wordOf(label) });
%}
@lexer lexer

item -> statement                     {% ([statement]): BareLine => ({ label: null, statement }) %}
      | %number ":" statement         {% ([label, , statement]): BareLine => ({ label: wordOf(label), statement }) %}

statement -> "beginit"                {% bracket %}
           | "endinit"                {% bracket %}
           | "else"                   {% bracket %}
           | "endif"                  {% bracket %}
           | "begin_atomic"           {% bracket %}
           | "end_atomic"             {% bracket %}
           | "nop"                    {% () => stmt({ kind: 'nop' }) %}
           | "fence"                  {% () => stmt({ kind: 'fence' }) %}
           | "process" %number ":"    {% ([, number]) => stmt({ kind: 'process', number: wordOf(number) }) %}
           | "store" %word "=" sum    {% ([, target, , value]) => stmt({ kind: 'store', target: wordOf(target), value }) %}
           | "load" %word "=" %word   {% ([, target, , from]) => stmt({ kind: 'load', target: wordOf(target), from: wordOf(from) }) %}
           | %word "=" sum            {% ([target, , value]) => stmt({ kind: 'assign', target: wordOf(target), value }) %}
           | "goto" %number           {% ([, target]) => stmt({ kind: 'goto', target: wordOf(target) }) %}
           | "if" condition           {% ([, cond]) => stmt({ kind: 'if', cond }) %}
           | "assert" "always" condition  {% ([, , cond]) => stmt({ kind: 'always', cond }) %}
           | %counters condition %counterEnd        {% ([, cond]) => stmt({ kind: 'counters', joins: null, cond }) %}
           | %counters and condition %counterEnd    {% ([, , cond]) => stmt({ kind: 'counters', joins: '&&', cond }) %}
           | %counters or condition %counterEnd     {% ([, , cond]) => stmt({ kind: 'counters', joins: '||', cond }) %}

condition -> conjunction              {% first %}
           | condition or conjunction {% ([left, , right]) => binary('||', left, right) %}
conjunction -> negation               {% first %}
             | conjunction and negation   {% ([left, , right]) => binary('&&', left, right) %}
negation -> "!" negation              {% ([, arg]) => unary('!', arg) %}
          | "(" condition ")"         {% second %}
          | comparison                {% first %}
          | "true"                    {% () => constant(true) %}
          | "false"                   {% () => constant(false) %}
          | counter equals %number    {% ([process, , label]) => test(process, label) %}
          | counter "!=" %number      {% ([process, , label]) => unary('!', test(process, label)) %}
counter -> %pc "{" %number "}"        {% third %}
or -> "|" {% first %} | "||" {% first %}
and -> "&" {% first %} | "&&" {% first %}
equals -> "=" {% first %} | "==" {% first %}

comparison -> sum equals sum          {% ([left, , right]) => binary('==', left, right) %}
            | sum "!=" sum            {% joined %}
            | sum "<" sum             {% joined %}
            | sum "<=" sum            {% joined %}
            | sum ">" sum             {% joined %}
            | sum ">=" sum            {% joined %}

sum -> product                        {% first %}
     | sum "+" product                {% joined %}
     | sum "-" product                {% joined %}
product -> factor                     {% first %}
         | product "*" factor         {% joined %}
factor -> %number                     {% ([number]) => constant(BigInt(number.value)) %}
        | %word                       {% ([name]) => leaf(wordOf(name)) %}
        | "-" factor                  {% ([, arg]) => unary('-', arg) %}
        | "(" sum ")"                 {% second %}
