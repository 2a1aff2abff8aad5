import type { IndependenceAnswers } from '#domain/report-request/independence/independence.ts'
import { hasConflict } from '#domain/report-request/independence/independence.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'

const none: IndependenceAnswers = {
  financialInterest: false,
  otherServices: false,
  relatedStaff: false,
  ownWork: false,
  contingentFees: false,
}

type DemoDeclaration = {
  of: readonly [provider: CompanyKey, evaluator: CompanyKey, service: string]
  declaredAgo: number
  answers: IndependenceAnswers
  text?: string
  /** Why CCI admitted the conflict. */
  admitted?: string
}

/** Both behind published scores, one of them with a conflict that CCI admitted. */
const declarations: readonly DemoDeclaration[] = [
  { of: ['tramontana', 'quintanilla', 'Custodia documental'], declaredAgo: 358, answers: none },
  {
    of: ['cantera', 'quintanilla', 'Alojamiento en nube'],
    declaredAgo: 118,
    answers: { ...none, otherServices: true },
    text: 'Hasta marzo impartimos al proveedor dos cursos de continuidad de negocio, sin relación con este servicio.',
    admitted: 'La formación fue abierta a varias empresas y la impartió un equipo distinto del que evalúa.',
  },
]

/** Declarations of independence, and certificates that anybody can check. */
export async function addIndependence(seeding: Seeding): Promise<void> {
  const { tx, cciUser } = seeding
  for (const declaration of declarations) await addDeclaration(seeding, declaration)
  const changed = { changed_by: cciUser, changed_at: ago(seeding, 200) }
  await tx.db
    .insertInto('centre_rule')
    .values({ key: 'publicVerification', value: JSON.stringify(true), version: 1, ...changed })
    .execute()
  tx.record({
    event: 'centre-rules.saved',
    object: { kind: 'centre-rules', id: 'centre' },
    data: { before: { publicVerification: false }, after: { publicVerification: true } },
    tell: false,
  })
}

async function addDeclaration(seeding: Seeding, declaration: DemoDeclaration): Promise<void> {
  const { tx, idsOf, serviceIdOf, cciUser } = seeding
  const { of, declaredAgo, answers, text = '', admitted } = declaration
  const [provider, evaluator, service] = of
  const declaredAt = ago(seeding, declaredAgo)
  const request = await tx.db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', idsOf(provider).participant)
    .where('evaluator_id', '=', idsOf(evaluator).participant)
    .where('service_id', '=', serviceIdOf(service))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const id = newId(declaredAt)
  await tx.db
    .insertInto('independence_declaration')
    .values({
      id,
      validation_id: request.id,
      evaluator_id: idsOf(evaluator).participant,
      status: admitted ? 'ADMITTED' : 'DECLARED',
      answers: JSON.stringify(answers),
      text,
      declared_by: idsOf(evaluator).user,
      declared_at: declaredAt,
      ...(admitted
        ? { cci_reason: admitted, decided_by: cciUser, decided_at: ago(seeding, declaredAgo - 1), version: 2 }
        : {}),
    })
    .execute()
  await tx.db
    .updateTable('score')
    .set({ independence_id: id })
    .where('validation_id', '=', request.id)
    .where('is_current', '=', true)
    .execute()
  const object = { kind: 'independence', id: request.id }
  const about = { object, participantId: idsOf(provider).participant, data: { serviceName: service }, tell: false }
  tx.record({ event: hasConflict(answers) ? 'independence.conflict-declared' : 'independence.declared', ...about })
  if (admitted) {
    tx.record({ event: 'independence.admitted', ...about, data: { serviceName: service, reason: admitted } })
  }
}
