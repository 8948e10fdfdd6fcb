# The parts of a Memorax machine, macros expanded: src/frontends/rmm/sections.ts cuts the token list into these parts;
# each has its own start symbol. A statement is closed if no `else` can follow it, so an `else` has one `if`: the nearest.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { chain } from '../../kit/growing-list.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
const appendNext: Post = ([list, node]) => [...list, node];
const branch: Post = ([labels, token, cond, , body]) => build.branch(labels, token, cond, body, null);
const fullBranch: Post = ([labels, token, cond, , body, , other]) => build.branch(labels, token, cond, body, other);
const loop: Post = ([labels, token, cond, , body]) => build.loop(labels, token, cond, body);
const compare: Post = ([left, op, right]) => build.compare(op, left, right);
const arithmetic: Post = ([left, op, right]) => build.arithmetic(op, left, right);
%}
@lexer lexer

# ---- forbidden: CS CS; * BAD ----
forbidden -> lists                     {% first %}
           | lists ";"                 {% first %}
lists -> list                          {% ([list]) => [build.forbiddenList(list)] %}
       | lists ";" list                {% ([lists, , list]) => [...lists, build.forbiddenList(list)] %}
list -> %word                          {% one %}
      | "*"                            {% one %}
      | list %word                     {% appendNext %}
      | list "*"                       {% appendNext %}

# ---- data, registers: x = 0 : [0:3]  y = * : Z, z = 1 ----
data -> datum                          {% one %}
      | data datum                     {% appendNext %}
      | data "," datum                 {% append %}
datum -> %word meaning                 {% ([name, rest]) => build.declaration(name, rest) %}
registers -> register                  {% one %}
           | registers register        {% appendNext %}
           | registers "," register    {% append %}
register -> %register meaning          {% ([name, rest]) => build.declaration(name, rest) %}
meaning -> "=" initial                 {% ([, initial]) => build.meaning(initial, null) %}
         | "=" initial ":" domain      {% ([, initial, , domain]) => build.meaning(initial, domain) %}
initial -> "*"                         {% () => null %}
         | sum                         {% first %}
domain -> "Z"                          {% () => null %}
        | "[" sum ":" sum "]"          {% ([open, lo, , hi, close]) => build.domain(open, lo, hi, close) %}

# ---- process: (2) ----
count -> "(" sum ")"                   {% second %}

# ---- text ----
text -> statements                     {% first %}
      | statements semicolons          {% first %}
statements -> statement                {% ([statement]) => chain(null, statement) %}
            | statements semicolons statement {% ([before, , statement]) => chain(before, statement) %}
semicolons -> ";"                      {% () => null %}
            | semicolons ";"           {% () => null %}

statement -> closed                    {% first %}
           | open                      {% first %}
closed -> labels simple                                      {% ([labels, rest]) => build.labelled(labels, rest) %}
        | labels "if" cond "then" closed "else" closed       {% fullBranch %}
        | labels "while" cond "do" closed                    {% loop %}
open -> labels "if" cond "then" statement                    {% branch %}
      | labels "if" cond "then" closed "else" open           {% fullBranch %}
      | labels "while" cond "do" open                        {% loop %}
labels -> null                         {% () => [] %}
        | labels %word ":"             {% ([labels, name]) => build.withLabel(labels, name) %}

simple -> "nop"                        {% ([token]) => build.nop(token) %}
        | "assume" ":" cond            {% ([token, , cond]) => build.assume(token, cond) %}
        | %register ":=" sum           {% ([target, , value]) => build.assign(target, value) %}
        | "read" ":" %register ":=" place      {% ([token, , into, , place]) => build.read(token, false, into, place) %}
        | "syncrd" ":" %register ":=" place    {% ([token, , into, , place]) => build.read(token, true, into, place) %}
        | "read" ":" place "=" sum     {% ([token, , place, , value]) => build.expect(token, false, place, value) %}
        | "syncrd" ":" place "=" sum   {% ([token, , place, , value]) => build.expect(token, true, place, value) %}
        | "write" ":" place ":=" sum   {% ([token, , place, , value]) => build.write(token, false, place, value) %}
        | "syncwr" ":" place ":=" sum  {% ([token, , place, , value]) => build.write(token, true, place, value) %}
        | "locked" "write" ":" place ":=" sum  {% ([token, , , place, , value]) => build.write(token, true, place, value) %}
        | "cas" "(" place "," sum "," sum ")"
            {% ([token, , place, , expected, , value, close]) => build.cas(token, place, expected, value, close) %}
        | "fence"                      {% ([token]) => build.fence(token, 'full') %}
        | "ssfence"                    {% ([token]) => build.fence(token, 'store') %}
        | "llfence"                    {% ([token]) => build.fence(token, 'load') %}
        | "goto" %word                 {% ([token, target]) => build.goto(token, target) %}
        | "either" "{" branches "}"    {% ([token, , branches]) => build.either(token, branches) %}
        | "locked" "{" branches "}"    {% ([token, , branches]) => build.locked(token, branches) %}
        | "{" text "}"                 {% ([open, body]) => build.block(open, body) %}
branches -> text                       {% one %}
          | branches "or" text         {% append %}

place -> %word                         {% ([name]) => build.namedPlace(name, name, null) %}
       | %word "[" sum "]"             {% ([name, , index, close]) => build.namedPlace(name, close, index) %}
       | "[" sum "]"                   {% ([open, address, close]) => build.pointer(open, close, address) %}

# ---- conditions and sums ----
cond -> conjunction                    {% first %}
      | cond "||" conjunction          {% ([left, , right]) => build.boolean('||', left, right) %}
conjunction -> negation                {% first %}
             | conjunction "&&" negation   {% ([left, , right]) => build.boolean('&&', left, right) %}
negation -> "not" negation             {% ([, arg]) => build.not(arg) %}
          | "[" cond "]"               {% second %}
          | "(" cond ")"               {% second %}
          | "true"                     {% () => build.truth(true) %}
          | "false"                    {% () => build.truth(false) %}
          | sum comparison sum         {% compare %}
comparison -> "=" {% first %} | "!=" {% first %} | "<" {% first %} | "<=" {% first %} | ">" {% first %} | ">=" {% first %}

sum -> term                            {% first %}
     | sum "+" term                    {% arithmetic %}
     | sum "-" term                    {% arithmetic %}
term -> %number                        {% ([number]) => build.int(number) %}
      | %register                      {% ([name]) => build.register(name) %}
      | "my"                           {% ([token]) => build.my(token) %}
      | "-" term                       {% ([, arg]) => build.negative(arg) %}
      | "(" sum ")"                    {% second %}
