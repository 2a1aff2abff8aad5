import { exampleOf } from '#domain/participant/field-lists.ts'
import type { Profile } from '#domain/participant/participant.ts'
import { fiscalYears } from '#domain/values/company/economic-info.ts'
import { normaliseAddress } from '#domain/values/contact/address.ts'
import { addDays, type Day } from '#domain/values/day.ts'
import { demoDocuments } from '#server/demo/catalogue.ts'
import { documentValues } from '#server/demo/document-values.ts'
import { commonParticulars, type Particulars, particulars } from '#server/demo/particulars.ts'
import type { CompanyKey, DemoCompany, DemoUser } from '#server/demo/people.ts'
import { addDocument } from '#server/demo/seed-documents.ts'
import { ago, type DemoIds, type Seeding } from '#server/demo/seeding.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { columnsOf } from '#server/participant/profile-row.ts'
import { after, DAY } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'

type UserOptions = { hash: string; principal: boolean; status: 'PENDING' | 'ACCEPTED'; changed: boolean; at: string }

export async function seedUser(
  tx: Transaction,
  participantId: string,
  user: DemoUser,
  { hash, principal, status, changed, at }: UserOptions,
): Promise<string> {
  const id = tx.newId()
  await tx.db
    .insertInto('portal_user')
    .values({
      id,
      participant_id: participantId,
      email: user.email,
      name: user.name,
      surnames: user.surnames,
      position: user.position,
      phone: user.name ? '910000000' : '',
      is_principal: principal,
      status,
      password_hash: hash,
      temporary_until: changed ? null : after(tx.now, 14 * DAY),
      last_password_change: changed ? at : null,
      policy_accepted_at: changed ? at : null,
      created_at: at,
    })
    .execute()
  tx.record({ event: 'user.created', object: { kind: 'user', id }, participantId, tell: false })
  return id
}

const fullName = ({ name, surnames }: DemoUser) => `${name} ${surnames}`

function addressOf(company: DemoCompany, seat: Particulars['seat']) {
  return normaliseAddress({
    ...seat,
    viaType: 'CL',
    viaLabel: 'Calle',
    viaNumber: String(company.name.length),
    country: 'España',
    extraData: 'Planta 4.ª',
  })
}

/** A value for each field that a demo company does not set itself. */
function exampleColumns(kind: DemoCompany['kind']) {
  const example: Profile = exampleOf(kind)
  return columnsOf(example, Object.keys(example) as (keyof Profile)[])
}

function profileOf(key: CompanyKey, company: DemoCompany, today: Day) {
  const complete = company.stage !== 'invited' && company.stage !== 'draft'
  const host = `${(company.commercialName || company.name)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 24)}.example`
  const isProvider = company.kind === 'PROVIDER'
  const isEvaluator = company.kind === 'AUDIT'
  const partial = {
    name: isEvaluator ? '' : company.name,
    business_name: isEvaluator ? company.name : '',
    commercial_name: company.commercialName,
    cif: company.cif ?? '',
    nrbe: company.nrbe ?? '',
  }
  if (!complete) return partial
  const { seat, figures } = particulars[key] ?? commonParticulars
  const address = JSON.stringify(addressOf(company, seat))
  return {
    ...exampleColumns(company.kind),
    ...partial,
    email: `info@${host}`,
    address,
    company_type: company.companyType ?? 'MICRO',
    employees: company.employees ?? '_1_9',
    cnae: company.cnae ?? '',
    web: isProvider ? `https://www.${host}` : '',
    billing_email: isProvider || isEvaluator ? `facturas@${host}` : '',
    security_leader: isProvider ? `seguridad@${host}` : '',
    incident_contact: isProvider ? `incidencias@${host}` : '',
    billing_address: isProvider || isEvaluator ? address : null,
    roac: company.roac ?? '',
    partner_isae: '',
    partner_audit: isEvaluator ? fullName(company.users[0]) : '',
    economic_info: isProvider ? JSON.stringify(figures) : null,
    economic_year: isProvider ? fiscalYears(today)[0] : null,
    extra_data:
      company.kind === 'ENTITY' ? JSON.stringify({ 'Dato obligatorio': 'Departamento de externalización' }) : '{}',
  }
}

/** Adds a company with its users, invitation and documentation, at its stage, and returns their ids. */
export async function addCompany(seeding: Seeding, key: CompanyKey, company: DemoCompany): Promise<DemoIds> {
  const { tx, hash } = seeding
  const {
    stage,
    users: [principal, ...others],
  } = company
  const sentAgo = company.sentAgo ?? 400
  const createdAt = ago(seeding, sentAgo + 6)
  const participant = newId(createdAt)
  const accepted = stage === 'accepted'
  const sent = accepted || stage === 'sent' || stage === 'rejected'
  await tx.db
    .insertInto('participant')
    .values({
      id: participant,
      kind: company.kind,
      created_at: createdAt,
      onboarded_at: accepted ? ago(seeding, sentAgo - 2) : null,
      accredited_until: company.accreditedFor === undefined ? null : addDays(tx.today, company.accreditedFor),
      contact: JSON.stringify({
        name: principal.name,
        surNames: principal.surnames,
        email: principal.email,
      }),
      ...profileOf(key, company, tx.today),
    })
    .execute()
  tx.record({
    event: 'participant.created',
    object: { kind: 'participant', id: participant },
    participantId: participant,
    tell: false,
  })
  const options = {
    hash,
    status: accepted ? 'ACCEPTED' : 'PENDING',
    changed: stage !== 'invited',
    at: createdAt,
  } as const
  const userId = await seedUser(tx, participant, principal, { ...options, principal: true })
  for (const user of others) await seedUser(tx, participant, user, { ...options, principal: false })
  await tx.db
    .insertInto('invitation')
    .values({
      id: tx.newId(),
      kind: company.kind,
      email: principal.email,
      name: company.kind === 'ENTITY' ? company.name : '',
      nrbe: company.nrbe ?? '',
      contact_person: company.kind === 'ENTITY' ? fullName(principal) : '',
      participant_id: participant,
      user_id: userId,
      status: sent ? 'ACCEPTED' : 'PENDING',
      created_at: createdAt,
      sent_at: createdAt,
      decided_at: sent ? ago(seeding, sentAgo) : null,
    })
    .execute()
  const validation = newId(createdAt)
  await tx.db
    .insertInto('validation')
    .values({
      id: validation,
      participant_id: participant,
      kind: 'DOC_MIN',
      status: accepted ? 'ACCEPTED' : stage === 'rejected' ? 'REJECTED' : stage === 'sent' ? 'PENDING' : null,
      created_at: createdAt,
      sent_at: sent ? ago(seeding, sentAgo) : null,
      decided_at: accepted || stage === 'rejected' ? ago(seeding, sentAgo - 2) : null,
    })
    .execute()
  const ids = { participant, user: userId, validation }
  if (stage === 'invited') return ids
  const list = demoDocuments[company.kind]
  for (const [index, [name, , , file]] of list.entries()) {
    if (stage === 'draft' && index > 1) continue
    const rejected = stage === 'rejected' && index === 2
    const expiresOn = accepted
      ? addDays(tx.today, 60 + index * 73)
      : stage === 'rejected' && !rejected
        ? addDays(tx.today, 200)
        : null
    // CCI rejects the certificate because it is older than six months.
    const day = addDays(tx.today, -sentAgo - (rejected ? 200 : 20))
    await addDocument(seeding, {
      validation,
      participant,
      name,
      file,
      values: documentValues(key, day, expiresOn ?? addDays(day, rejected ? 182 : 365)),
      user: userId,
      uploadedAt: ago(seeding, sentAgo, 2),
      status: rejected ? 'REJECTED' : accepted || stage === 'rejected' ? 'ACCEPTED' : 'PENDING',
      expiresOn,
      rejectedReason: rejected ? 'El certificado es de hace más de seis meses. Suba uno vigente.' : '',
    })
  }
  if (sent) {
    tx.record({
      event: 'documentation.sent',
      object: { kind: 'validation', id: validation },
      participantId: participant,
      tell: false,
    })
  }
  if (accepted) {
    tx.record({
      event: 'documentation.accepted',
      object: { kind: 'validation', id: validation },
      participantId: participant,
      tell: false,
    })
  }
  return ids
}
