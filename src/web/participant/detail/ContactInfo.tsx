import { Button } from '@mantine/core'
import { IconChevronRight, IconFilePlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { kindsByPath, readParticipant } from '#domain/participant/contract.ts'
import { profileFields } from '#domain/participant/field-lists.ts'
import { displayName } from '#domain/participant/participant.ts'
import { companyTypeLabel } from '#domain/values/company/company-type.ts'
import { isNumEmployees, numEmployeesLabel } from '#domain/values/company/employees.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { AddressModals } from '#web/participant/detail/AddressModals.tsx'
import { DeleteParticipantModal } from '#web/participant/detail/DeleteParticipantModal.tsx'
import { useMay } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { breakable } from '#web/ui/form/breakable.tsx'
import type { Fact } from '#web/ui/form/DescriptionList.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from '../search/search.module.css'

export type KindPath = keyof typeof kindsByPath

type Props = { kind: KindPath; id: string /** Whether the data are unfolded. */; open?: boolean }

/** Contact-info panel of a participant: business, contact person, addresses, figures (PART-27 to PART-29). */
export function ContactInfo({ kind, id, open }: Props) {
  const { data, error, isPending, refetch } = useQuery(queryOptions(readParticipant, { params: { kind, id } }))
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (isPending) return <Loading height={180} mt={18} label={t('Cargando los datos')} />
  const person = contactFacts(data)
  return (
    <>
      <details className={classes.contact} open={open}>
        <summary>
          {t('Datos y contacto')}
          <IconChevronRight size={16} aria-hidden="true" />
        </summary>
        <h3 className={classes.heading}>{t('DATOS DE LA EMPRESA')}</h3>
        <PanelFacts facts={businessFacts(data, kind)} />
        {person.length > 0 ? (
          <>
            <h3 className={classes.heading}>{t('PERSONA DE CONTACTO')}</h3>
            <PanelFacts facts={person} />
          </>
        ) : null}
        <AddressModals participant={data} />
      </details>
      <AdminButtons kind={kind} participant={data} />
    </>
  )
}

/** Names above values: the panel is too narrow for two columns. */
function PanelFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(fact => (
        <div key={fact.label}>
          <dt>{t(fact.label)}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** New service (providers only), edit and delete, by ability (PART-30, PART-31). */
function AdminButtons({ kind, participant }: { kind: KindPath; participant: ParticipantWire }) {
  const edits = useMay('participant.create')
  const deletes = useMay('participant.delete')
  const [asking, setAsking] = useState(false)
  const name = displayName(participant)
  if (!edits && !deletes) return null
  return (
    <div className={classes.tools}>
      {edits && kind === 'provider' ? (
        <Button
          size="xs"
          leftSection={<IconFilePlus />}
          aria-label={t`Nuevo servicio de ${name}`}
          component={UiLink}
          href={paths.sendReportForProvider(participant.id)}
        >
          {t('Nuevo servicio')}
        </Button>
      ) : null}
      {edits ? (
        <Button
          size="xs"
          leftSection={<IconPencil />}
          aria-label={t`Editar ${name}`}
          component={UiLink}
          href={paths.editParticipant(participant.id, kindsByPath[kind])}
        >
          {t('Editar')}
        </Button>
      ) : null}
      {deletes ? (
        <>
          <Button
            size="xs"
            color="red"
            leftSection={<IconTrash />}
            aria-label={t`Eliminar ${name}`}
            onClick={() => setAsking(true)}
          >
            {t('Eliminar')}
          </Button>
          <DeleteParticipantModal
            opened={asking}
            onClose={() => setAsking(false)}
            id={participant.id}
            name={name}
            kind={kind}
          />
        </>
      ) : null}
    </div>
  )
}

/** Known values in form order; e-mails, phones and web addresses are links. */
function businessFacts(participant: ParticipantWire, kind: KindPath): Fact[] {
  const named = profileFields[kindsByPath[kind]]
    .filter(spec => participant[spec.field] !== '')
    .map(spec => ({ label: spec.label, value: linked(spec.rule, participant[spec.field]) }))
  const extra = Object.entries(participant.extraData)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value }))
  const { numEmployees } = participant
  return [
    ...named,
    ...(kind === 'provider'
      ? [
          { label: t('Tipo de empresa'), value: t(companyTypeLabel(participant.companyType)) },
          ...(isNumEmployees(numEmployees)
            ? [{ label: t('Número de empleados'), value: t(numEmployeesLabel(numEmployees)) }]
            : []),
        ]
      : []),
    ...(kind === 'audit'
      ? [
          {
            label: t('Acreditado hasta'),
            value: participant.expiredAt ? dayText(participant.expiredAt) : t('Sin fecha'),
          },
        ]
      : []),
    ...extra,
  ]
}

function linked(rule: string, value: string) {
  if (rule === 'email') return <a href={`mailto:${value}`}>{breakable(value)}</a>
  if (rule === 'telefono') return <a href={`tel:${value.replace(/\s/g, '')}`}>{value}</a>
  return value
}

function contactFacts({ contactDetails: person }: ParticipantWire): Fact[] {
  const name = [person.name, person.surNames].filter(Boolean).join(' ')
  return [
    ...(name ? [{ label: t('Nombre'), value: name }] : []),
    ...(person.position ? [{ label: t('Cargo'), value: person.position }] : []),
    ...(person.tlf ? [{ label: t('Teléfono'), value: linked('telefono', person.tlf) }] : []),
    ...(person.email ? [{ label: t('Correo electrónico'), value: linked('email', person.email) }] : []),
  ]
}
