# Top-level items: constants, shared variables, threads and properties.

@lexer lexer

constant -> "const" word "=" expression ";"
  {% ([first, name, , value, last]) => build.item(first, last, { kind: 'const', name, value }) %}

shared -> "shared" type variables ";"
  {% ([first, type, variables, last]) => build.item(first, last, { kind: 'shared', type, variables: listed(variables) }) %}

# `enum` is a name elsewhere.
enumeration -> "enum" word "{" members trailing "}"
  {% ([first, name, , members, , last]) => build.item(first, last, { kind: 'enum', name, members: listed(members) }) %}
members -> member                      {% single %}
         | members "," member          {% comma %}
member -> word                         {% ([name]): MemberAst => ({ name, value: null }) %}
        | word "=" expression          {% ([name, , value]): MemberAst => ({ name, value }) %}
trailing -> null | ","

# `struct` is a name elsewhere.
structure -> "struct" word "{" fields "}"
  {% ([first, name, , fields, last]) => build.item(first, last, { kind: 'struct', name, fields: listed(fields) }) %}
fields -> null                         {% nothing %}
        | fields type variables ";"    {% ([before, type, variables]) => chain<FieldsAst>(before, { type, variables: listed(variables) }) %}

# `include` is a name elsewhere.
inclusion -> "include" %string
             {% ([first, file]) => build.item(first, file, { kind: 'include', file: file.value.slice(1, -1) }) %}

# `inline` and `return` are names elsewhere.
procedure -> "inline" callee "(" parameters ")" block
             {% ([first, name, , parameters, , body]) => build.item(first, name, { kind: 'inline', result: null, name, parameters: listed(parameters), body }) %}
           | "inline" type callee "(" parameters ")" block
             {% ([first, result, name, , parameters, , body]) => build.item(first, name, { kind: 'inline', result, name, parameters: listed(parameters), body }) %}
parameters -> null                            {% nothing %}
            | parameter_list                  {% only %}
parameter_list -> parameter                          {% single %}
                | parameter_list "," parameter       {% comma %}
parameter -> "shared" word            {% ([, name]): ParameterAst => ({ kind: 'shared', name }) %}
           | "local" word             {% ([, name]): ParameterAst => ({ kind: 'local', name }) %}
           | type word                {% ([type, name]): ParameterAst => ({ kind: 'value', type, name }) %}

type -> "bool"        {% ([token]) => build.type(token, token, { kind: 'bool' }) %}
      | "int"         {% ([token]) => build.type(token, token, { kind: 'int' }) %}
      | "int" "[" expression ".." expression "]"
        {% ([first, , lo, , hi, last]) => build.type(first, last, { kind: 'range', lo, hi }) %}
      | word          {% ([name]) => build.type(name, name, { kind: 'named', name }) %}

variables -> variable                  {% single %}
           | variables "," variable    {% comma %}
variable -> word sizes initial         {% ([name, sizes, init]): VariableAst => ({ name, sizes: listed(sizes), init, span: name.span }) %}

sizes -> null                          {% nothing %}
       | sizes "[" expression "]"      {% ([before, , size]) => chain(before, size) %}

initial -> null                        {% nothing %}
         | "=" expression              {% ([, value]): InitAst => ({ kind: 'value', value }) %}
         | "=" "{" expressions "}"     {% ([, first, values, last]): InitAst => build.cells(first, [listed(values)], null, last) %}
         | "=" "{" rows "}"            {% ([, first, rows, last]): InitAst => build.cells(first, listed(rows), listed(rows), last) %}

rows -> row                            {% single %}
      | rows "," row                   {% comma %}
row -> "{" expressions "}"             {% ([, values]) => listed(values) %}

expressions -> expression                     {% single %}
             | expressions "," expression     {% comma %}

thread -> "thread" word block
          {% ([first, name, body]) => build.item(first, name, { kind: 'thread', name, instances: null, body }) %}
        | "thread" word "(" word ":" expression ".." expression ")" block
          {% ([first, name, , param, , lo, , hi, , body]) => build.item(first, name, { kind: 'thread', name, instances: { kind: 'range', param, lo, hi }, body }) %}
        | "process" word "(" word ")" block
          {% ([first, name, , param, , body]) => build.item(first, name, { kind: 'thread', name, instances: { kind: 'any', param }, body }) %}

property -> property_kind title expression ";"
  {% ([kind, name, formula, last]) => build.item(kind, last, { kind: 'property', property: kind.value, name, formula }) %}
property_kind -> "invariant"    {% only %}
               | "final"        {% only %}
               | "ltl"          {% only %}
# `exists` is a name elsewhere.
property -> "exists" title expression ";"
            {% ([kind, name, formula, last]) => build.item(kind, last, { kind: 'property', property: 'invariant', isGoal: true, name, formula }) %}
          | "exists" "final" title expression ";"
            {% ([kind, , name, formula, last]) => build.item(kind, last, { kind: 'property', property: 'final', isGoal: true, name, formula }) %}
          | "exists" binders "in" word ":" expression ";"
            {% ([kind, binders, , thread, , body, last]) => build.someWhere(kind, listed(binders), thread, body, last) %}

title -> null                   {% nothing %}
       | word ":"               {% only %}

predicates -> "predicates" "{" predicate_list "}"
  {% ([first, , formulas, last]) => build.item(first, last, { kind: 'predicates', formulas: listed(formulas) }) %}
predicate_list -> null                        {% nothing %}
                | predicate_list predicate    {% more %}
predicate -> expression ";"                   {% only %}
