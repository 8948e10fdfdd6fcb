# The language of the CUPEX authors' .orig programs, one statement at a time: src/frontends/salpl/items.ts reads one
# after the other and sees to the semicolons, nesting.ts to what `if`, `else`, `endif` and the atomic brackets enclose.
# Conditions and sums are different things, so an integer where a truth value belongs is a syntax error.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const third: Post = ([, , node]) => node;
const bracket: Post = ([token]) => build.bracket(token.value);
%}
@lexer lexer

item -> statement                     {% ([statement]) => build.item(null, statement) %}
      | %number ":" statement         {% ([label, , statement]) => build.item(label, statement) %}

statement -> "beginit"                {% bracket %}
           | "endinit"                {% bracket %}
           | "else"                   {% bracket %}
           | "endif"                  {% bracket %}
           | "begin_atomic"           {% bracket %}
           | "end_atomic"             {% bracket %}
           | "nop"                    {% () => ({ kind: 'nop' }) %}
           | "fence"                  {% () => ({ kind: 'fence' }) %}
           | "process" %number ":"    {% ([, number]) => build.process(number) %}
           | "store" %word "=" sum    {% ([, target, , value]) => build.store(target, value) %}
           | "load" %word "=" %word   {% ([, target, , from]) => build.load(target, from) %}
           | %word "=" sum            {% ([target, , value]) => build.assign(target, value) %}
           | "goto" %number           {% ([, target]) => build.goto(target) %}
           | "if" condition           {% ([, cond]) => ({ kind: 'if', cond }) %}
           | "assert" "always" condition  {% ([, , cond]) => ({ kind: 'always', cond }) %}
           | %counters condition %counterEnd        {% ([, cond]) => build.counters(null, cond) %}
           | %counters and condition %counterEnd    {% ([, , cond]) => build.counters('&&', cond) %}
           | %counters or condition %counterEnd     {% ([, , cond]) => build.counters('||', cond) %}

condition -> conjunction              {% first %}
           | condition or conjunction {% ([left, , right]) => build.boolean('||', left, right) %}
conjunction -> negation               {% first %}
             | conjunction and negation   {% ([left, , right]) => build.boolean('&&', left, right) %}
negation -> "!" negation              {% ([, arg]) => ({ kind: 'not', arg }) %}
          | "(" condition ")"         {% second %}
          | comparison                {% first %}
          | "true"                    {% () => ({ kind: 'truth', value: true }) %}
          | "false"                   {% () => ({ kind: 'truth', value: false }) %}
          | counter equals %number    {% ([process, , label]) => build.at(process, label) %}
          | counter "!=" %number      {% ([process, , label]) => build.notAt(process, label) %}
counter -> %pc "{" %number "}"        {% third %}
or -> "|" {% first %} | "||" {% first %}
and -> "&" {% first %} | "&&" {% first %}
equals -> "=" {% first %} | "==" {% first %}

comparison -> sum equals sum          {% ([left, , right]) => build.compare('==', left, right) %}
            | sum "!=" sum            {% ([left, , right]) => build.compare('!=', left, right) %}
            | sum "<" sum             {% ([left, , right]) => build.compare('<', left, right) %}
            | sum "<=" sum            {% ([left, , right]) => build.compare('<=', left, right) %}
            | sum ">" sum             {% ([left, , right]) => build.compare('>', left, right) %}
            | sum ">=" sum            {% ([left, , right]) => build.compare('>=', left, right) %}

sum -> product                        {% first %}
     | sum "+" product                {% ([left, , right]) => build.arithmetic('+', left, right) %}
     | sum "-" product                {% ([left, , right]) => build.arithmetic('-', left, right) %}
product -> factor                     {% first %}
         | product "*" factor         {% ([left, , right]) => build.arithmetic('*', left, right) %}
factor -> %number                     {% ([number]) => build.int(number) %}
        | %word                       {% ([name]) => build.name(name) %}
        | "-" factor                  {% ([, arg]) => ({ kind: 'negative', arg }) %}
        | "(" sum ")"                 {% second %}
