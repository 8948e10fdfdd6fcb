# The parts of an x86 litmus test that have structure: one entry of the initial state, one instruction, and the
# outcome. src/frontends/litmus/sections.ts cuts the token list into these parts; each has its own start symbol.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const third: Post = ([, , node]) => node;
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
const register: Post = ([processor, , name]) => build.register(processor, name);
const connective: Post = ([left, op, right]) => build.connective(left, op, right);
%}
@lexer lexer

# ---- initial state: x=1   int x=1   x   0:EAX=1   P0:EAX=1 ----
initEntry -> untyped                {% first %}
           | %word untyped          {% second %}
untyped -> place                    {% ([place]) => build.initEntry(place, null) %}
         | place "=" initValue      {% ([place, , value]) => build.initEntry(place, value) %}
initValue -> constant               {% first %}
           | %word                  {% ([name]) => build.word(name) %}

place -> %word                      {% ([name]) => build.location(name) %}
       | "[" %word "]"              {% ([, name]) => build.location(name) %}
       | %number ":" %word          {% register %}
       | %processor ":" %word       {% register %}

# ---- instructions, without the LOCK prefix: XADD [x],EAX ----
instruction -> %word                {% ([name]) => build.instruction(name, []) %}
             | %word operands       {% ([name, operands]) => build.instruction(name, operands) %}
operands -> operand                 {% one %}
          | operands "," operand    {% append %}
operand -> constant                 {% first %}
         | "$" constant             {% second %}
         | %word                    {% ([name]) => build.word(name) %}
         | memory                   {% first %}
         | %dwordPtr memory         {% second %}
memory -> "[" %word "]"             {% ([open, name, close]) => build.memory(open, name, close) %}

constant -> %number                 {% ([number]) => build.constant(number) %}
          | "-" %number             {% ([minus, number]) => build.negative(minus, number) %}

# ---- outcome: locations [x; 0:EAX;] exists (x=1 /\ ~(0:EAX=0)) ----
outcome -> locations                {% ([places]) => build.onlyLocations(places) %}
         | locations quantified     {% ([places, rest]) => build.outcome(places, rest) %}
         | quantified               {% ([rest]) => build.outcome([], rest) %}
quantified -> "exists" prop         {% ([, prop]) => build.quantified('exists', prop) %}
            | "~" "exists" prop     {% ([, , prop]) => build.quantified('~exists', prop) %}
            | "forall" prop         {% ([, prop]) => build.quantified('forall', prop) %}
            | "final" prop          {% ([, prop]) => build.quantified('exists', prop) %}
locations -> "locations" "[" places "]"     {% third %}
           | "locations" "[" places ";" "]" {% third %}
places -> place                     {% one %}
        | places ";" place          {% append %}

prop -> disjunction                 {% first %}
      | disjunction "=>" prop       {% connective %}
disjunction -> conjunction          {% first %}
             | disjunction "\\/" conjunction {% connective %}
conjunction -> literal              {% first %}
             | conjunction "/\\" literal     {% connective %}
literal -> "~" literal              {% ([, arg]) => build.not(arg) %}
         | "not" literal            {% ([, arg]) => build.not(arg) %}
         | "(" prop ")"             {% second %}
         | "true"                   {% () => build.truthValue(true) %}
         | "false"                  {% () => build.truthValue(false) %}
         | place "=" constant       {% ([place, , constant]) => build.equals(place, constant) %}
         | place "!=" constant      {% ([place, , constant]) => build.not(build.equals(place, constant)) %}
