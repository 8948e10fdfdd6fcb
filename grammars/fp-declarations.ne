# Top-level items: constants, shared variables, threads and properties.

@lexer lexer

constant -> "const" word "=" expression ";"
  {% ([first, name, , value, last]) => build.constant(first, name, value, last) %}

shared -> "shared" type variables ";"
  {% ([first, type, variables, last]) => build.shared(first, type, variables, last) %}

type -> "bool"        {% ([token]) => build.simpleType('bool', token) %}
      | "int"         {% ([token]) => build.simpleType('int', token) %}
      | "int" "[" expression ".." expression "]"
        {% ([first, , lo, , hi, last]) => build.rangeType(first, lo, hi, last) %}

variables -> variable                  {% single %}
           | variables "," variable    {% comma %}
variable -> word size initial          {% ([name, size, init]) => build.variable(name, size, init) %}

size -> null                           {% build.nothing %}
      | "[" expression "]"             {% build.second %}

initial -> null                        {% build.nothing %}
         | "=" expression              {% ([, value]) => build.initialValue(value) %}
         | "=" "{" expressions "}"     {% ([, first, values, last]) => build.initialCells(first, values, last) %}

expressions -> expression                     {% single %}
             | expressions "," expression     {% comma %}

thread -> "thread" word block
          {% ([first, name, body]) => build.thread(first, name, null, body) %}
        | "thread" word "(" word ":" expression ".." expression ")" block
          {% ([first, name, , param, , lo, , hi, , body]) => build.thread(first, name, build.ranged(param, lo, hi), body) %}
        | "process" word "(" word ")" block
          {% ([first, name, , param, , body]) => build.thread(first, name, build.anyNumber(param), body) %}

property -> property_kind title expression ";"
  {% ([kind, title, formula, last]) => build.property(kind, title, formula, last) %}
property_kind -> "invariant"    {% build.only %}
               | "final"        {% build.only %}
               | "ltl"          {% build.only %}
title -> null                   {% build.nothing %}
       | word ":"               {% build.only %}

predicates -> "predicates" "{" predicate_list "}"
  {% ([first, , formulas, last]) => build.predicates(first, formulas, last) %}
predicate_list -> null                        {% build.nothing %}
                | predicate_list predicate    {% more %}
predicate -> expression ";"                   {% build.only %}
