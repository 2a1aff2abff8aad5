import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import { clarificationKindLabels, mayBeAsked } from '#domain/validation/clarification/clarification.ts'
import { partyLabels, statusText } from '#domain/validation/clarification/columns.ts'
import type { ClarificationWire } from '#domain/validation/clarification/contract.ts'
import { listClarifications } from '#domain/validation/clarification/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { AppealButton, useAppeal } from '#web/validation/clarification/Appeal.tsx'
import { AskModal } from '#web/validation/clarification/AskModal.tsx'
import { clarificationBadges } from '#web/validation/clarification/badges.ts'
import { ThreadWindow } from '#web/validation/clarification/ThreadWindow.tsx'
import classes from './clarifications.module.css'

/** Shown here; at most ten are open about one thing. */
const MOST = 50

/** The threads about a request or documentation, and 'Pedir una aclaración'; nothing for who takes part in none. */
export function Threads({ validation }: { validation: ValidationWire }) {
  const may = useMay('clarification.take-part')
  return may ? <Listed validation={validation} /> : null
}

function Listed({ validation }: { validation: ValidationWire }) {
  const me = useMe()
  const [asking, setAsking] = useState(false)
  const [opened, setOpened] = useState<ClarificationWire | null>(null)
  const { data, error, refetch, isFetching } = useQuery(
    queryOptions(listClarifications, { query: { validationId: validation.id, size: MOST, sort: 'createdAt,desc' } }),
  )
  // A deleted evaluator has no name any more.
  const isThere = (party: Party) => party !== 'AUDIT' || validation.type === 'DOC_MIN' || validation.audit !== null
  const asked = isUnderReview(validation.status)
    ? mayBeAsked(me.role.key, validation.type, validation.role).filter(isThere)
    : []
  const threads = data?.content ?? []
  const appeal = useAppeal(validation)
  const appealed = threads.some(({ kind, createdAt }) => kind === 'APPEAL' && appeal && createdAt >= appeal.scoredAt)
  const mayAppeal = data !== undefined && appeal !== null && !appealed
  if (!error && threads.length === 0 && asked.length === 0 && !mayAppeal) return null
  return (
    <Section
      kind="label"
      title={t('ACLARACIONES')}
      actions={
        asked.length > 0 ? (
          <Button size="xs" leftSection={<IconMessagePlus />} onClick={() => setAsking(true)}>
            {t('Pedir una aclaración')}
          </Button>
        ) : mayAppeal ? (
          <AppealButton validation={validation} until={appeal.until} />
        ) : null
      }
    >
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : threads.length === 0 ? (
        <p className="small dim">
          {mayAppeal
            ? t`Ninguna. Puede reclamar contra la calificación hasta el ${dayText(appeal.until)}.`
            : t('Ninguna. Pregunte lo que no esté claro, sin rechazar nada.')}
        </p>
      ) : (
        <ul className={classes.threads}>
          {threads.map(thread => (
            <li key={thread.id}>
              <span>
                <button type="button" className={classes.open} onClick={() => setOpened(thread)}>
                  {thread.subject}
                </button>
                <span className={`small dim ${classes.under}`}>{underOf(thread)}</span>
              </span>
              <StateBadge small state={clarificationBadges[thread.status]} label={statusText(thread)} />
            </li>
          ))}
        </ul>
      )}
      {asking ? <AskModal validation={validation} asked={asked} onClose={() => setAsking(false)} /> : null}
      <ThreadWindow thread={opened} onClose={() => setOpened(null)} />
    </Section>
  )
}

const underOf = ({ kind, askedBy, askedOf, createdAt, document }: ClarificationWire) =>
  [
    kind === 'APPEAL' ? clarificationKindLabels.APPEAL : null,
    t`${t(partyLabels[askedBy])} a ${t(partyLabels[askedOf])}, el ${dayText(createdAt)}`,
    document?.name,
  ]
    .filter(Boolean)
    .join(' · ')
