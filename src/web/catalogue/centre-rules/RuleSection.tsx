import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type CentreRule, initialRules, ruleText, ruleWords } from '#domain/catalogue/centre-rules/centre-rules.ts'
import type { CentreRulesWire } from '#domain/catalogue/centre-rules/contract.ts'
import { criticalProviderText } from '#domain/catalogue/centre-rules/critical-providers.ts'
import {
  fieldTextOf,
  isListRule,
  type SwitchedRule,
  type TypedRule,
  typedRule,
} from '#web/catalogue/centre-rules/rule-input.ts'
import type { RuleSaving } from '#web/catalogue/centre-rules/useRuleSaving.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import classes from './CentreRulesPage.module.css'

type Shown = { kept: CentreRulesWire; saving: RuleSaving }
export type RuleSectionProps = Shown & { rule: CentreRule; editing: boolean; onEdit: (open: boolean) => void }

const isSwitched = (rule: CentreRule): rule is SwitchedRule => typeof initialRules[rule] === 'boolean'

/** One rule: what it does, its value, and who changed it last. */
export function RuleSection({ rule, kept, saving, editing, onEdit }: RuleSectionProps) {
  const { name, does } = ruleWords[rule]
  const last = kept.changes.find(change => change.rule === rule)
  return (
    <Section title={name} kind="serif">
      <p className={`dim ${classes.does}`}>{does}</p>
      {isSwitched(rule) ? (
        <SwitchedValue rule={rule} kept={kept} saving={saving} />
      ) : (
        <TypedValue rule={rule} kept={kept} saving={saving} editing={editing} onEdit={onEdit} />
      )}
      <p className={`small dim ${classes.last}`}>
        {last
          ? `La cambió ${last.by} el ${dayText(last.at)} a las ${timeText(last.at)}.`
          : 'Valor inicial: nadie la ha cambiado.'}
      </p>
    </Section>
  )
}

function SwitchedValue({ rule, kept, saving: { save, pending } }: Shown & { rule: SwitchedRule }) {
  return (
    <Switch
      label={ruleWords[rule].name}
      description={kept.rules[rule] ? 'Activada' : 'Desactivada'}
      checked={pending[rule] ?? kept.rules[rule]}
      onChange={event => void save({ rule, value: event.currentTarget.checked })}
    />
  )
}

type TypedProps = Shown & { rule: TypedRule } & Pick<RuleSectionProps, 'editing' | 'onEdit'>

function TypedValue({ rule, kept, saving, editing, onEdit }: TypedProps) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) return <TypedField rule={rule} kept={kept} saving={saving} onClose={() => onEdit(false)} />
  return (
    <div className={classes.value}>
      {rule === 'criticalProviders' && kept.rules[rule].length > 0 ? (
        <ul className={classes.listed}>
          {kept.rules[rule].map(provider => (
            <li key={provider.lei}>{criticalProviderText(provider)}</li>
          ))}
        </ul>
      ) : (
        <strong>{ruleText(rule, kept.rules[rule])}</strong>
      )}
      <Button ref={button} variant="default" size="xs" onClick={() => onEdit(true)}>
        Cambiar<span className="vh"> {ruleWords[rule].name}</span>
      </Button>
    </div>
  )
}

function TypedField({ rule, kept, saving, onClose }: Shown & { rule: TypedRule; onClose: () => void }) {
  const before = fieldTextOf(kept.rules[rule])
  const [text, setText] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const typed = typedRule(rule, text)
  const submit = async () => {
    if ('fault' in typed) {
      setFault(typed.fault)
      field.current?.focus()
    } else if (await saving.save({ rule, value: typed.value } as Parameters<RuleSaving['save']>[0])) {
      onClose()
    }
  }
  // Holidays of a few years need several lines, and so do providers.
  const isLong = rule === 'holidays' || rule === 'criticalProviders'
  const Input = isLong ? Textarea : TextInput
  return (
    <form
      noValidate
      className={classes.form}
      onKeyDown={event => event.key === 'Escape' && onClose()}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <Input
        ref={field}
        className={rule === 'criticalProviders' ? classes.wide : isListRule(rule) ? classes.ladder : classes.number}
        {...(rule === 'criticalProviders' ? { rows: 8 } : {})}
        label={ruleWords[rule].name}
        description={hintOf(rule, typed)}
        inputMode={isListRule(rule) ? 'text' : 'numeric'}
        autoFocus
        autoComplete="off"
        value={text}
        error={fault}
        onFocus={event => event.currentTarget.select()}
        onChange={event => {
          setText(event.currentTarget.value)
          setFault(null)
        }}
      />
      <div className={classes.buttons}>
        <ActionButton type="submit" size="sm" loading={rule in saving.pending}>
          Guardar
        </ActionButton>
        <Button variant="default" size="sm" onClick={onClose}>
          Cancelar
        </Button>
      </div>
      <LeaveQuestion unfinished={text !== before} />
    </form>
  )
}

/** What is typed in a list, and what it means while it can be read. */
function hintOf(rule: TypedRule, typed: ReturnType<typeof typedRule>): string | undefined {
  if (rule === 'holidays') return 'Fechas como 25/12/2026, separadas por comas.'
  if (rule === 'guidelinesFrom') return 'Una fecha como 01/07/2027; vacío mientras no se sepa.'
  if (rule === 'registerFiling') return 'Una fecha como 31/03/2027; vacío mientras no se sepa la de este año.'
  if (rule === 'criticalProviders') return 'Uno en cada línea: nombre; LEI; fecha como 18/11/2025; fuente.'
  if (rule === 'targetDays') return 'Tres números, separados por comas: documentación, informe e incidencia.'
  if (rule !== 'noticeDays') return undefined
  const means = 'value' in typed ? ruleText('noticeDays', typed.value as number[]).toLowerCase() : null
  return `Hasta ocho, separados por comas; 0 es el mismo día.${means === null ? '' : ` Así se avisa: ${means}.`}`
}
