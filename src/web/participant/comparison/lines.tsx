import type { ReactNode } from 'react'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { documentationProgress } from '#domain/document/progress.ts'
import { comparedServices } from '#domain/participant/comparison.ts'
import type { OverviewRow, ParticipantWire } from '#domain/participant/contract.ts'
import { requestNote } from '#domain/report-request/request-note.ts'
import type { Documentation, ReportRequest } from '#domain/validation/by-kind.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { companyTypeLabel } from '#domain/values/company/company-type.ts'
import { ECONOMIC_GROUPS, economicGroupLabels, yearsOf } from '#domain/values/company/economic-info.ts'
import { isNumEmployees, numEmployeesLabel } from '#domain/values/company/employees.ts'
import type { Day } from '#domain/values/day.ts'
import { formatMoney } from '#domain/values/money.ts'
import { paths } from '#web/app/paths.ts'
import { EvaluationLink } from '#web/assessment/EvaluationLink.tsx'
import { Rating } from '#web/list/Rating.tsx'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { type MarkedUse, UseMarkLine, useMarkText } from '#web/supervision/use/UseMarkLine.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './comparison.module.css'

/** All the data that the comparison uses of a provider. */
export type Compared = {
  row: OverviewRow
  participant: ParticipantWire
  documentation: Documentation | null
  requests: readonly ReportRequest[]
  /** The bank's own uses of its services. */
  uses: ReadonlyMap<string, MarkedUse>
  /** The evaluations behind them, by request. */
  evaluations: ReadonlyMap<string, AssessmentWire>
}

/** Two cells are equal when their `says` is equal. */
type Cell = { says: string; shows: ReactNode }
export type Line = { label: string; cells: Cell[] }
export type Group = {
  title: string
  lines: Line[]
  /** Folded at first. */
  aside?: boolean
}

/** Whether the providers differ in a row. */
export const differs = ({ cells }: Line) => new Set(cells.map(({ says }) => says)).size > 1

const words = (text: string): Cell => ({ says: text, shows: text || <NoValue /> })

/** Rows of the comparison: first CCI's results, then the company data. */
export function comparedLines(providers: readonly Compared[], today: Day): Group[] {
  const each = (label: string, cell: (provider: Compared) => Cell): Line => ({ label, cells: providers.map(cell) })
  const services = comparedServices(providers.map(({ requests }) => requests))
  const yearOf = (participant: ParticipantWire) =>
    participant.economicInfo ? String(yearsOf(participant, today)[0]) : ''
  const years = providers.map(({ participant }) => yearOf(participant)).filter(year => year !== '')
  const sameYear = years.length > 0 && years.every(year => year === years[0])
  const shared = providers.length > 1 ? services.filter(({ common }) => common) : services
  const ofServices = (some: typeof services) =>
    some.map(({ service, requests }) => ({
      label: service,
      cells: requests.map((some, index) => ofService(some, providers[index]!)),
    }))
  const groups: Group[] = [
    { title: 'CALIFICACIONES', lines: ofServices(shared) },
    { title: 'SOLO UNO LO TIENE', lines: ofServices(services.filter(each => !shared.includes(each))), aside: true },
    {
      title: 'CONFIANZA',
      lines: [
        each('Documentación', ofDocumentation),
        each('Incidencias', ({ row: { issue } }) => ({
          says: issue ?? '',
          shows: <StatusBadge status={issue} small />,
        })),
      ],
    },
    {
      title: 'EMPRESA',
      lines: [
        each('CIF', ({ row }) => words(row.cif)),
        each('Tipo de empresa', ({ participant }) => words(companyTypeLabel(participant.companyType))),
        each('Número de empleados', ({ participant: { numEmployees } }) =>
          words(isNumEmployees(numEmployees) ? numEmployeesLabel(numEmployees) : ''),
        ),
        each('CNAE', ({ participant }) => words(participant.cnae)),
        each('Domicilio', ({ participant: { address } }) =>
          words([...new Set([address?.city, address?.province])].filter(Boolean).join(', ')),
        ),
      ],
    },
    {
      title: `${sameYear ? `CUENTAS DE ${years[0]}` : 'ÚLTIMAS CUENTAS'}, EN MILES DE EUROS`,
      lines: [
        ...(sameYear ? [] : [each('Ejercicio', ({ participant }) => words(yearOf(participant)))]),
        ...ECONOMIC_GROUPS.map(group =>
          each(economicGroupLabels[group], ({ participant: { economicInfo } }) => {
            const amount = economicInfo?.[group]?.lastExercise
            return words(amount === null || amount === undefined ? '' : formatMoney(amount))
          }),
        ),
      ],
    },
  ]
  return groups.filter(({ lines }) => lines.length > 0)
}

function ofService(requests: readonly ReportRequest[], { row, uses, evaluations }: Compared): Cell {
  const [first] = requests
  if (!first) return words('')
  const use = uses.get(first.idServiceCatalog ?? '')
  const shown = requests.map(({ status, score, expiredAt, audit }) => [status, score, expiredAt, audit].join())
  return {
    says: [...shown, use ? useMarkText(use) : ''].join(';'),
    shows: requests.map(request => (
      <div key={request.id} className={classes.request}>
        <StatusBadge status={request.status} decidedAt={request.decidedAt} sentAt={request.sentAt} small />
        {request.score ? <Rating score={request.score} expiredAt={request.expiredAt} /> : null}
        <span className="small dim">{[requestNote(request), request.audit].filter(Boolean).join(' · ')}</span>
        {request === first ? <UseMarkLine use={use} provider={row.cif} /> : null}
        <EvaluationLink of={evaluations.get(request.id)} />
      </div>
    )),
  }
}

function ofDocumentation({ row, documentation }: Compared): Cell {
  if (!documentation) return words('')
  const { accepted, total } = documentationProgress(documentation.catalogDocuments)
  const { status, expiredAt } = documentation
  const note = [`${accepted} de ${total}`, ...(expiredAt ? [`próxima caducidad ${dayText(expiredAt)}`] : [])].join(
    ' · ',
  )
  return {
    says: `${status ? statusLabels[status] : ''} ${note}`,
    shows: (
      <div className={classes.request}>
        <StatusBadge status={status} decidedAt={documentation.decidedAt} small />
        <UiLink
          className="small"
          href={paths.viewDocumentation(row.idProvider, documentation.id, 'DOC_MIN')}
          aria-label={`Documentación de ${row.provider}: ${note}`}
        >
          {note}
        </UiLink>
      </div>
    ),
  }
}
