import type { ReactNode } from 'react'
import { citationOf, conditionTitle, type Part, parts, wordingOf } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { factDate, factText, NOT_KNOWN } from '#domain/supervision/reliance/facts.ts'
import { paths } from '#web/app/paths.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { breakable } from '#web/ui/form/breakable.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './reliance.module.css'

export const partName = (part: Part) => (part === 'plan' ? conditionTitle(part) : `${part}) ${conditionTitle(part)}`)

type Props = { file: RelianceWire; answer: (part: Part) => ReactNode }

/** The conditions and the ninth line in the order of the law: what the portal knows beside what the bank answers (RELY-02). */
export function FileParts({ file, answer }: Props) {
  return parts.map(part => (
    <Section
      key={part}
      kind="serif"
      title={partName(part)}
      actions={<span className="small dim">{citationOf(file.law, part)}</span>}
    >
      <p className={classes.condition}>{wordingOf(part)}</p>
      <div className={classes.part}>
        <div>
          <h3 className="label">LO QUE CONSTA EN EL PORTAL</h3>
          <Facts file={file} part={part} />
        </div>
        <div>
          <h3 className="label">LO QUE RESPONDE SU ENTIDAD</h3>
          {answer(part)}
        </div>
      </div>
    </Section>
  ))
}

function Facts({ file, part }: { file: RelianceWire; part: Part }) {
  const facts = file.facts.filter(fact => fact.part === part)
  if (facts.length === 0) return <p className={classes.none}>{NOT_KNOWN}: depende del contrato de su entidad.</p>
  return (
    <dl className={classes.facts}>
      {facts.map((fact, index) => (
        <div key={fact.key}>
          <dt>{facts[index - 1]?.label === fact.label ? <span className="vh">{fact.label}</span> : fact.label}</dt>
          <dd data-none={fact.value === null || undefined}>
            {breakable(factText(fact))}
            <FactFoot fact={fact} file={file} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FactFoot({ fact, file }: { fact: Fact; file: RelianceWire }) {
  const place = placeOf(fact, file)
  const date = factDate(fact)
  if (!place && !date) return null
  return (
    <span className={classes.foot}>
      {date}
      {place ? (
        <UiLink href={place.href} aria-label={`${place.words}: ${fact.label}`}>
          {place.words}
        </UiLink>
      ) : null}
    </span>
  )
}

/** The screen that shows where a fact comes from. */
function placeOf({ source }: Fact, { providerId, subject }: RelianceWire): { href: string; words: string } | null {
  if (!source) return null
  if (source.kind === 'assessment') return { href: paths.assessmentView(source.id), words: 'Ver la evaluación' }
  if (source.kind === 'use') return { href: paths.requiredLevels({ provider: subject.cif }), words: 'Ver el uso' }
  const isOfProvider = source.kind === 'request' || source.kind === 'provider' || source.kind === 'chain'
  return isOfProvider && providerId ? { href: paths.providerSheet(providerId), words: 'Ver la ficha' } : null
}
