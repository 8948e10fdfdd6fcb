# Expressions and formulas, weakest operator first. The tokens %prefixop and %infixop (G F X, U R W) occur in the
# formula of an ltl property only; elsewhere those letters are ordinary names.

@lexer lexer

expression -> quantified                           {% only %}
            | choice                               {% only %}

# It reaches as far to the right as it can. `exists` is a name elsewhere.
quantified -> quantifier binders "in" word ":" expression
              {% ([first, binders, , thread, , body]) => build.expr(first, body, { kind: first.value === 'exists' ? 'exists' : 'forall', binders: listed(binders), thread, body }) %}
quantifier -> "forall"                             {% only %}
            | "exists"                             {% only %}

choice -> implication                              {% only %}
        | open                                     {% only %}
        | implication "?" expression ":" expression
          {% ([cond, , yes, , no]) => build.expr(cond, no, { kind: 'choice', cond, yes, no }) %}

binders -> word                                    {% single %}
         | binders "!=" word                       {% comma %}

implication -> disjunction                         {% only %}
             | disjunction "->" implication        {% binary %}

# What ends with a quantifier, which takes a `?` behind it for its own.
open -> disjunction "->" quantified                {% binary %}
      | disjunction "->" open                      {% binary %}

disjunction -> conjunction                         {% only %}
             | disjunction "||" conjunction        {% binary %}

conjunction -> until                               {% only %}
             | conjunction "&&" until              {% binary %}

until -> temporal                                  {% only %}
       | temporal %infixop until                   {% binary %}

# `G x == 0` is G of the comparison, and so is the G of `!G x == 0`.
temporal -> bitor                                  {% only %}
          | prefixed                               {% only %}
prefixed -> %prefixop temporal                     {% unary %}
          | "!" prefixed                           {% unary %}

bitor -> bitxor                                    {% only %}
       | bitor "|" bitxor                          {% binary %}

bitxor -> bitand                                   {% only %}
        | bitxor "^" bitand                        {% binary %}

bitand -> equality                                 {% only %}
        | bitand "&" equality                      {% binary %}

equality -> relation                               {% only %}
          | equality "==" relation                 {% binary %}
          | equality "!=" relation                 {% binary %}

relation -> shift                                  {% only %}
          | relation "<" shift                     {% binary %}
          | relation "<=" shift                    {% binary %}
          | relation ">" shift                     {% binary %}
          | relation ">=" shift                    {% binary %}

shift -> sum                                       {% only %}
       | shift "<<" sum                            {% binary %}
       | shift ">>" sum                            {% binary %}

sum -> product                                     {% only %}
     | sum "+" product                             {% binary %}
     | sum "-" product                             {% binary %}

product -> unary                                   {% only %}
         | product "*" unary                       {% binary %}
         | product "/" unary                       {% binary %}
         | product "%" unary                       {% binary %}

unary -> primary                                   {% only %}
       | "!" unary                                 {% unary %}
       | "-" unary                                 {% unary %}

primary -> %number                                 {% ([token]) => build.expr(token, token, { kind: 'number', value: BigInt(token.value) }) %}
         | "true"                                  {% ([token]) => build.expr(token, token, { kind: 'bool', value: true }) %}
         | "false"                                 {% ([token]) => build.expr(token, token, { kind: 'bool', value: false }) %}
         | "int" "(" expression ")"                {% ([first, , arg, last]) => build.expr(first, last, { kind: 'unary', op: 'int', arg }) %}
         | "(" expression ")"                      {% ([first, inner, last]) => build.expr(first, last, { kind: 'paren', inner }) %}
         | instance "at" word                      {% ([of, , label]) => build.expr(of, label, { kind: 'at', of, label }) %}
         | reference                               {% ([place]) => build.read(place) %}

reference -> %name                                 {% ([token]) => build.place(wordOf(token)) %}
           | reference "[" expression "]"          {% ([of, , index, last]) => build.cell(of, index, last) %}
           | reference "." word                    {% ([of, , name]) => build.member(of, name) %}
           | letter "." word                       {% ([of, , name]) => build.member(build.place(of), name) %}
           | called "." word                       {% ([of, , name]) => build.member(of, name) %}

instance -> word                                   {% ([name]) => build.place(name) %}
          | called                                 {% only %}
called -> word "(" expression ")"                  {% ([name, , index, last]) => build.instance(name, index, last) %}

word -> %name         {% ([token]) => wordOf(token) %}
      | letter        {% only %}
letter -> %prefixop   {% ([token]) => wordOf(token) %}
        | %infixop    {% ([token]) => wordOf(token) %}
