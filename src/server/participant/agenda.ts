import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { AgendaItem, AgendaKind } from '#domain/participant/calendar/contract.ts'
import { agendaDays } from '#domain/participant/expiry-range.ts'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { documentMachine } from '#domain/states/document.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import type { Day } from '#domain/values/day.ts'
import { spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { hasNotice, noticeBy } from '#server/supervision/register/dates.ts'

type Items = RawBuilder<AgendaItem>

/** The days, both included, and the kind that are asked for. */
export type AskedAgenda = { from?: Day | undefined; to?: Day | undefined; kind?: AgendaKind | undefined }

/** Whether an expiry is in the period of the agenda. */
type Within = (expiry: RawBuilder<unknown>) => RawBuilder<SqlBool>

/** The current accepted versions of required documents. */
function ownDocuments(me: string, today: Day, within: Within): Items {
  return sql`
    select 'document' as kind, d.name, w.expires_on as "expiredAt", m.id as "validationId",
      p.id as "idProvider", p.display_name as provider
    from participant p
    join validation m on m.participant_id = p.id and m.kind = 'DOC_MIN' and m.deleted_at is null
    join document d on d.validation_id = m.id
    join document_version w on w.document_id = d.id and w.is_current
    join document_catalogue c on c.type = p.kind
    join required_document r on r.catalogue_id = c.id and r.name = d.name and r.required
    where p.id = ${me}
      and ${hasStatus(sql`status_on(w.status, w.expires_on, ${today}::date)`, documentMachine.sets.accepted)}
      and ${within(sql`w.expires_on`)}`
}

/** The current scores of the providers that the condition on `p` selects. */
function scores(ofProvider: RawBuilder<SqlBool>, today: Day, within: Within): Items {
  return sql`
    select 'score', s.description, q.expires_on, v.id, p.id, p.display_name
    from participant p
    join validation v on v.participant_id = p.id and v.kind = 'AUDIT_REPORT' and v.deleted_at is null
      and v.superseded_at is null
    join score q on q.validation_id = v.id and q.is_current
    join service s on s.id = v.service_id
    where ${ofProvider} and p.deleted_at is null
      and ${hasStatus(sql`status_on(v.status, q.expires_on, ${today}::date)`, reportRequestMachine.sets.recent)}
      and ${within(sql`q.expires_on`)}`
}

function accreditations(ofEvaluator: RawBuilder<SqlBool>, within: Within): Items {
  return sql`
    select 'accreditation', 'Acreditación', p.accredited_until, m.id, p.id, p.display_name
    from participant p
    left join validation m on m.participant_id = p.id and m.kind = 'DOC_MIN' and m.deleted_at is null
    where ${ofEvaluator} and p.deleted_at is null and ${within(sql`p.accredited_until`)}`
}

/**
 * Recent and upcoming expiries, or those between two days, sorted by date: the actor's own documents, scores and
 * accreditation; for an entity also the scores of its favourite providers and of the services that it uses, and its
 * acceptances, its own LEI and the dates of its contracts; for CCI only the accreditations that it has given.
 */
export async function agendaOf(db: Db, actor: Actor, today: Day, asked: AskedAgenda = {}): Promise<AgendaItem[]> {
  const usual = agendaDays(today)
  const [from, to] = [asked.from ?? usual.from, asked.to ?? usual.to]
  const within: Within = expiry => sql`${expiry} between ${from}::date and ${to}::date`
  const me = actor.participantId
  const parts: Items[] =
    actor.role === 'CCI'
      ? [accreditations(sql`p.kind = 'AUDIT'`, within)]
      : [
          ownDocuments(me, today, within),
          scores(sql`p.id = ${me}`, today, within),
          accreditations(sql`p.id = ${me}`, within),
          leis(me, within),
          ...(may(actor, 'register.manage') ? [ownLei(me, within), ...contractDates(me, within)] : []),
          ...(may(actor, 'favourite.mark') ? [scores(followedBy(me), today, within), acceptances(me, within)] : []),
        ]
  const { rows } = await sql<AgendaItem>`
    select a.kind, a.name, a."expiredAt", a."validationId", a."idProvider", a.provider
    from (${sql.join(parts, sql` union all `)}) as a (kind, name, "expiredAt", "validationId", "idProvider", provider)
    where ${asked.kind ? sql`a.kind = ${asked.kind}` : sql`true`}
    order by a."expiredAt", a.provider ${spanish}, a.name ${spanish}, a."validationId"`.execute(db)
  return rows
}

/**
 * The scores of providers that an entity marked, and of services that it uses. Starts at these providers, because the
 * scores of the period are of all.
 */
function followedBy(entity: string): RawBuilder<SqlBool> {
  return sql`p.onboarded_at is not null and p.id in (
    select f.provider_id from favourite f where f.entity_id = ${entity}
    union select u.provider_id from service_use u where u.entity_id = ${entity} and u.until is null
  ) and (
    exists (select from favourite f where f.provider_id = p.id and f.entity_id = ${entity})
    or exists (
      select from service_use u where u.provider_id = p.id and u.service_id = v.service_id and u.entity_id = ${entity}
        and u.until is null))`
}

/** The day by which a provider renews its LEI. */
function leis(provider: string, within: Within): Items {
  return sql`
    select 'lei', 'Renovación del LEI', i.lei_renewal_on, null, p.id, p.display_name
    from company_identity i join participant p on p.id = i.participant_id and p.deleted_at is null
    where i.participant_id = ${provider} and i.lei is not null and ${within(sql`i.lei_renewal_on`)}`
}

/** The day by which a bank renews its own LEI, as its register has it (REG-16). */
function ownLei(entity: string, within: Within): Items {
  return sql`
    select 'lei', 'Renovación del LEI', k.lei_renewal_on, null, p.id, p.display_name
    from register_entity k join participant p on p.id = k.entity_id
    where k.entity_id = ${entity} and k.lei is not null and ${within(sql`k.lei_renewal_on`)}`
}

/** The ends of a bank's contracts, and the last days to give notice. */
function contractDates(entity: string, within: Within): Items[] {
  const of = (words: string, date: RawBuilder<unknown>, condition: RawBuilder<SqlBool>) => sql<AgendaItem>`
    select 'contract', ${words} || k.reference, ${date}, null, coalesce(k.provider_id, k.company_id),
      coalesce(c.name, kept.facts ->> 'name', case when p.deleted_at is null then p.display_name end, ${GONE_PROVIDER})
    from arrangement k
      left join participant p on p.id = k.provider_id
      left join company c on c.id = k.company_id
      left join kept_fact kept on kept.entity_id = k.entity_id and kept.provider_id = k.provider_id
        and kept.service_id is null
    where k.entity_id = ${entity} and ${condition} and ${within(date)}`
  return [of('Fin del contrato ', sql`k.ends_on`, sql`true`), of('Preaviso del contrato ', noticeBy, hasNotice)]
}

/** The days on which a bank's acceptances end. */
function acceptances(entity: string, within: Within): Items {
  return sql`
    select 'acceptance', s.description, a.until, null, p.id, p.display_name
    from acceptance a
    join service_use u on u.id = a.use_id and u.entity_id = ${entity} and u.until is null
    join participant p on p.id = u.provider_id and p.deleted_at is null
    join service s on s.id = u.service_id
    where ${hasStatus(sql`a.status`, acceptanceMachine.sets.inForce)} and ${within(sql`a.until`)}`
}
