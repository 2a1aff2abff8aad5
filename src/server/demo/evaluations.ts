import type { Answer, AnswerValue, Control, Evaluated } from '#domain/assessment/assessment.ts'
import { askedControls, progressOf } from '#domain/assessment/assessment.ts'
import { illustrativeControls, illustrativeFramework } from '#domain/assessment/framework/illustrative.ts'
import { computedRating, levelsByDomain, levelsReached } from '#domain/assessment/levels.ts'
import { addDays } from '#domain/values/day.ts'
import { lowestByDomain } from '#server/assessment/publish.ts'
import { addClarifications } from '#server/demo/follow-up/clarifications.ts'
import { addFindings } from '#server/demo/follow-up/findings.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { seedRequest } from '#server/demo/seed-requests.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'

type DemoEvaluation = {
  of: readonly [provider: CompanyKey, evaluator: CompanyKey, service: string]
  target: string
  status: 'DRAFT' | 'CONFIRMED' | 'PUBLISHED'
  /** Days since it was begun. */
  begunAgo: number
  no?: readonly string[]
  notApplicable?: Readonly<Record<string, string>>
  /** Only the controls of the first domains are answered. */
  half?: true
  /** It is behind the current score of the request, with the reason for another rating. */
  score?: { overrideReason: string }
}

const hosting = ['cantera', 'quintanilla', 'Alojamiento en nube'] as const
const custody = ['lumbre', 'somport', 'Custodia documental'] as const
const printing = ['valdeoca', 'quintanilla', 'Impresión y ensobrado'] as const

/**
 * One provider that is better in Criptografía than the year before, and one that is worse; a draft half done and a
 * confirmed evaluation of the evaluator who signs in.
 */
const evaluations: readonly DemoEvaluation[] = [
  { of: hosting, target: 'A+/A/A+', status: 'PUBLISHED', begunAgo: 478, no: ['CR-03', 'RE-06'] },
  {
    of: hosting,
    target: 'A+/A/A+',
    status: 'PUBLISHED',
    begunAgo: 118,
    notApplicable: { 'PR-04': 'Ninguna empresa subcontratada es imprescindible para el servicio.' },
    score: { overrideReason: '' },
  },
  { of: custody, target: 'A/A/A', status: 'PUBLISHED', begunAgo: 535, no: ['PR-04'] },
  {
    of: custody,
    target: 'A/A/A',
    status: 'PUBLISHED',
    begunAgo: 172,
    no: ['PR-04', 'CR-05'],
    score: {
      overrideReason: 'El módulo criptográfico se puso en marcha después de la evaluación y el CCI lo ha visto.',
    },
  },
  {
    of: ['tramontana', 'quintanilla', 'Custodia documental'],
    target: 'A/A/A+',
    status: 'DRAFT',
    begunAgo: 4,
    half: true,
  },
  { of: printing, target: 'B/B/B', status: 'CONFIRMED', begunAgo: 6, no: ['RE-04'] },
]

const kept = ['tramontana', 'quintanilla', 'Custodia documental'] as const

/** Of the provider that signs in: what it was found to lack a year before, it has since put right. */
const ofTwoYears: readonly DemoEvaluation[] = [
  { of: kept, target: 'A/B/A+', status: 'PUBLISHED', begunAgo: 590, no: ['RE-04', 'CR-05'] },
  { of: kept, target: 'A/B/A+', status: 'PUBLISHED', begunAgo: 357, score: { overrideReason: '' } },
]

/** Adds the evaluations by which a provider compares two years. */
export async function addEvaluationsOfTwoYears(seeding: Seeding): Promise<void> {
  const framework = await seeding.tx.db.selectFrom('control_framework').select('id').executeTakeFirstOrThrow()
  for (const evaluation of ofTwoYears) await addEvaluation(seeding, framework.id, evaluation)
}

/** Adds the published framework, a pending request, the evaluations of the demo world and what they found. */
export async function addEvaluations(seeding: Seeding): Promise<void> {
  const { tx } = seeding
  const [provider, evaluator, service] = printing
  await seedRequest(seeding, {
    ...{ provider, evaluator, service, sentAgo: 9, state: 'PENDING' },
    concept: 'Segunda línea de Illescas',
  })
  const frameworkId = tx.newId()
  await tx.db
    .insertInto('control_framework')
    .values({
      id: frameworkId,
      ...illustrativeFramework,
      illustrative: true,
      status: 'PUBLISHED',
      created_at: ago(seeding, 600),
      published_at: ago(seeding, 599),
    })
    .execute()
  const controls = illustrativeControls.map(control => ({
    ...control,
    framework_id: frameworkId,
    dimensions: [...control.dimensions],
  }))
  await tx.db.insertInto('control').values(controls).execute()
  tx.record({
    event: 'framework.published',
    object: { kind: 'framework', id: frameworkId },
    data: { framework: illustrativeFramework.name, edition: illustrativeFramework.edition },
    tell: false,
  })
  for (const evaluation of evaluations) await addEvaluation(seeding, frameworkId, evaluation)
  await addFindings(seeding)
  await addClarifications(seeding)
}

async function addEvaluation(seeding: Seeding, frameworkId: string, evaluation: DemoEvaluation): Promise<void> {
  const { tx, idsOf } = seeding
  const { of, target, status, begunAgo, score } = evaluation
  const evaluated: Evaluated = { controls: illustrativeControls, target, answers: answersOf(evaluation) }
  const levels = levelsReached(evaluated)
  const createdAt = ago(seeding, begunAgo)
  const id = newId(createdAt)
  const request = await requestOf(seeding, of)
  const isDraft = status === 'DRAFT'
  await tx.db
    .insertInto('assessment')
    .values({
      id,
      validation_id: request,
      framework_id: frameworkId,
      origin: 'AUDIT',
      status,
      target,
      created_at: createdAt,
      scope: `El servicio «${of[2]}» y las instalaciones desde las que se presta.`,
      ...(isDraft ? {} : headerOn(addDays(tx.today, -begunAgo))),
      confirmed_by: isDraft ? null : idsOf(of[1]).user,
      confirmed_at: isDraft ? null : ago(seeding, begunAgo - 1),
      asked: askedControls(illustrativeControls, target).length,
      answered: progressOf(evaluated).answered,
      levels: JSON.stringify(levels),
    })
    .execute()
  await tx.db
    .insertInto('assessment_answer')
    .values(
      evaluated.answers.map(({ controlKey, ...answer }) => ({ ...answer, assessment_id: id, control_key: controlKey })),
    )
    .execute()
  if (status === 'PUBLISHED') {
    const domains = lowestByDomain(levelsByDomain(evaluated)).map(each => ({ assessment_id: id, ...each }))
    await tx.db.insertInto('assessment_domain').values(domains).execute()
  }
  if (score) {
    await tx.db
      .updateTable('score')
      .set({ assessment_id: id, computed: computedRating(levels), override_reason: score.overrideReason })
      .where('validation_id', '=', request)
      .where('is_current', '=', true)
      .execute()
  }
  tx.record({
    event: isDraft ? 'assessment.begun' : status === 'PUBLISHED' ? 'assessment.published' : 'assessment.confirmed',
    object: { kind: 'assessment', id },
    participantId: idsOf(of[0]).participant,
    data: { serviceName: of[2] },
    tell: false,
  })
}

const headerOn = (day: string) => ({
  standard: 'ISAE_3402_II',
  opinion: 'FAVOURABLE',
  period_from: addDays(day, -395),
  period_to: addDays(day, -30),
  report_date: addDays(day, -1),
  subservices: 'EXCLUDED',
  user_controls: 'La entidad retira sus accesos el día en que alguien deja el puesto y guarda sus propias claves.',
})

function answersOf({ target, no = [], notApplicable = {}, half }: DemoEvaluation): Answer[] {
  const asked = askedControls(illustrativeControls, target)
  const answered = half ? asked.slice(0, Math.ceil(asked.length / 2)) : asked
  const saidTo = ({ key }: Control): AnswerValue =>
    no.includes(key) ? 'NO' : notApplicable[key] === undefined ? 'YES' : 'NOT_APPLICABLE'
  return answered.map(control => ({
    controlKey: control.key,
    answer: saidTo(control),
    note: no.includes(control.key) ? 'Visto en la visita: está previsto para el próximo ejercicio.' : '',
    justification: notApplicable[control.key] ?? '',
    inherited: false,
  }))
}

/** The newest request of a provider, an evaluator and a service. */
async function requestOf({ tx, idsOf, serviceIdOf }: Seeding, [provider, evaluator, service]: DemoEvaluation['of']) {
  const { id } = await tx.db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', idsOf(provider).participant)
    .where('evaluator_id', '=', idsOf(evaluator).participant)
    .where('service_id', '=', serviceIdOf(service))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
