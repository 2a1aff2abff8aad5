import { useQuery } from '@tanstack/react-query'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview, readOwnParticipant } from '#domain/participant/contract.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import { queueKindLabels } from '#domain/validation/columns.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { listValidations, readQueue } from '#domain/validation/contract.ts'
import { nextSteps } from '#domain/validation/start/next-steps.ts'
import { ageText, lateAfter, queueAge } from '#domain/validation/start/queue-age.ts'
import { lanesOf, lightText } from '#domain/validation/start/traffic-lights.ts'
import type { Day } from '#domain/values/day.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMay, useMe } from '#web/identity/session/useMe.ts'
import { rowKeyOf } from '#web/participant/search/useProviderSearch.ts'
import { stepWords } from '#web/start/stepWords.ts'
import { useToAnswer } from '#web/validation/clarification/useToAnswer.ts'
import { queueHref } from '#web/validation/queueHref.ts'

export type MorningLine = { key: string; text: string; href: string | null; note?: string }
export type Dated = { day: Day; text: string }

const FAVOURITES = 200
const QUEUED = 50

/** What there is to do and what the coming days bring, from the calls of the start screens. */
export function useMorning() {
  const me = useMe()
  const role = me.role.key
  const verifies = useMay('queue.read')
  const marks = useMay('favourite.mark')
  const agenda = useQuery({ ...queryOptions(readAgenda), enabled: !verifies })
  const queue = useQuery({ ...queryOptions(readQueue, { query: { size: QUEUED } }), enabled: verifies })
  const validations = useQuery({
    ...queryOptions(listValidations, { query: { genericEntityId: me.idGenericEntity } }),
    enabled: !verifies,
  })
  const own = useQuery({ ...queryOptions(readOwnParticipant), enabled: role === 'AUDIT' })
  const asked = useToAnswer()
  const favourites = useQuery({
    ...queryOptions(readOverview, {
      params: { kind: 'PROVIDER' },
      query: { fav: 'true', size: FAVOURITES, sort: 'expiredAt,asc' },
    }),
    enabled: marks,
  })
  const reads = [agenda, queue, validations, own, favourites, asked].filter(({ isEnabled }) => isEnabled)
  const error = reads.find(read => read.error && !read.data)?.error
  const ready = reads.every(read => read.data)

  const steps = () => {
    const { documentation, requests } = byKind(validations.data?.content ?? [])
    return nextSteps({
      role,
      today: me.today,
      onboarded: me.onboarded,
      documentation: documentation && { ...documentation, documents: documentation.catalogDocuments },
      requests: role === 'PROVIDER' ? requests : [],
      clarifications: asked.data?.content ?? [],
      ...(own.data ? { accreditation: { until: own.data.expiredAt } } : {}),
    })
      .map(stepWords)
      .filter(({ short }) => short)
      .map(({ short, action }): MorningLine => ({ key: short, text: short, href: action?.href ?? null }))
  }
  const tasks = (): MorningLine[] => {
    if (verifies) {
      const answers = (asked.data?.content ?? []).map(
        ({ id, subject, participantName }): MorningLine => ({
          key: id,
          text: `Responder la aclaración «${subject}» de ${participantName}`,
          href: paths.clarifications({ row: id }),
        }),
      )
      return [...answers, ...(queue.data?.content ?? []).map(item => queued(item, me.today))]
    }
    return [...steps(), ...favouriteLines(favourites.data?.content ?? [], me.today)]
  }
  const coming: Dated[] = verifies
    ? (queue.data?.content ?? []).map(item => ({
        day: lateAfter(item.receivedAt),
        text: `${item.participant} cumple una semana de espera`,
      }))
    : (agenda.data?.content ?? []).map(item => ({
        day: item.expiredAt,
        text:
          item.idProvider === me.idGenericEntity ? `caduca «${item.name}»` : `caduca ${item.provider}: ${item.name}`,
      }))
  const found = ready ? tasks() : []
  return {
    tasks: found,
    total: queue.data ? queue.data.totalElements + (asked.data?.totalElements ?? 0) : found.length,
    coming,
    ready,
    error: error ? messageOf(error) : null,
    retry: () => {
      for (const read of reads) void read.refetch()
    },
  }
}

function queued(item: QueueItem, today: Day): MorningLine {
  const kind = queueKindLabels[item.kind].toLowerCase()
  return {
    key: item.id,
    text: `${item.kind === 'incident' ? 'Gestionar' : 'Verificar'} ${kind} de ${item.participant}`,
    href: queueHref(item),
    note: `Espera: ${ageText(queueAge(item.receivedAt, today).days)}`,
  }
}

/** The favourites that lapse soon, then those without a valid rating, the last lapsed first. */
function favouriteLines(rows: readonly OverviewRow[], today: Day): MorningLine[] {
  const { soon, none } = lanesOf(rows, today)
  const line = (row: OverviewRow, text: string): MorningLine => ({
    key: rowKeyOf(row),
    text: `${text} ${[row.details.commercialName || row.provider, row.service].filter(Boolean).join(', ')}`,
    href: paths.providers({ provider: row.cif, row: rowKeyOf(row) }),
    note: lightText(row, today),
  })
  return [...soon.map(row => line(row, 'Caduca pronto:')), ...none.map(row => line(row, 'No vigente:'))]
}
