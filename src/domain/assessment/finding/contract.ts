import { z } from 'zod'
import { dimensions } from '#domain/assessment/assessment.ts'
import { findingColumns, findingsList } from '#domain/assessment/finding/columns.ts'
import { findingLimits, findingMoves, priorities } from '#domain/assessment/finding/finding.ts'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, flag, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { msg } from '#domain/language/translate.ts'
import { exportOf } from '#domain/list/export.ts'
import { findingMachine } from '#domain/states/finding.ts'

/** A file that proves a measure. Its content: `finding-files/{id}`. Sizes in bytes. */
export const findingFileWire = z.object({
  id: identifier,
  name: z.string(),
  mediaType: z.string(),
  size: z.number().int(),
  uploadedAt: instant,
})
export type FindingFileWire = z.output<typeof findingFileWire>

/** What banks do not read of a finding (FIND-09). */
const notForBanks = z.object({
  title: z.string(),
  detail: z.string(),
  measure: z.string(),
  ownerName: z.string(),
  /** Why the day of the plan was put off. */
  delayReason: z.string(),
  proof: z.string(),
  files: z.array(findingFileWire),
  /** Why the proof was sent back; '' unless it has to be given again. */
  returnedReason: z.string(),
  endReason: z.string(),
  /** Who verified it, for CCI and the evaluator. */
  verifiedBy: z.string().nullable(),
})

/** A finding as of today. Raised by hand, it has no control and no domain. */
export const findingWire = z.object({
  id: identifier,
  providerId: identifier,
  providerName: z.string(),
  serviceId: identifier,
  service: z.string(),
  validationId: identifier,
  assessmentId: identifier.nullable(),
  evaluatorId: identifier,
  evaluatorName: z.string().nullable(),
  controlKey: z.string().nullable(),
  /** The control in words, as its framework has it. */
  statement: z.string().nullable(),
  domain: z.string(),
  dimension: z.enum(dimensions),
  priority: z.enum(priorities),
  status: z.enum(findingMachine.states),
  dueOn: day.nullable(),
  raisedAt: instant,
  doneAt: instant.nullable(),
  endedAt: instant.nullable(),
  version: z.number().int(),
  own: notForBanks.optional(),
})
export type FindingWire = z.output<typeof findingWire>

export const findingSorts = ['dueOn', 'raisedAt', 'provider', 'service', 'priority', 'status'] as const
const byId = z.strictObject({ id: identifier })

export const listFindings = contract({
  name: 'finding.list',
  method: 'GET',
  path: '/findings',
  summary: 'Los hallazgos que el usuario puede ver; a las entidades, sin textos ni archivos',
  who: 'finding.read',
  query: z.strictObject({
    ...paging(findingSorts, 'dueOn'),
    id: identifier.optional(),
    status: z.enum(findingMachine.states).optional(),
    /** Only those with something left to do, or only those without. */
    open: flag.optional(),
    priority: z.enum(priorities).optional(),
    dimension: z.enum(dimensions).optional(),
    providerId: identifier.optional(),
    /** Part of the provider's name or CIF. */
    provider: text(200).optional(),
    serviceId: identifier.optional(),
    validationId: identifier.optional(),
  }),
  answer: pageOf(findingWire).extend({
    /** How many there are in each status, whatever the filters of status, and how many are open. */
    counts: z.object({
      ...(Object.fromEntries(findingMachine.states.map(each => [each, z.number().int()])) as Record<
        (typeof findingMachine.states)[number],
        z.ZodNumber
      >),
      open: z.number().int(),
    }),
  }),
})

export const exportFindings = exportOf(listFindings, {
  name: 'finding.export',
  summary: 'Los hallazgos en CSV o XLSX',
  file: 'hallazgos',
  columns: ({ role }) => findingColumns(role),
  shown: findingsList,
})

export const raiseFinding = contract({
  name: 'finding.raise',
  method: 'POST',
  path: '/findings',
  summary: 'El CCI, o el evaluador de la solicitud, anota un hallazgo a mano',
  who: 'finding.raise',
  body: z.strictObject({
    validationId: identifier,
    title: text(findingLimits.title).refine(value => value !== '', msg('Escriba un título')),
    detail: text(findingLimits.detail).default(''),
    dimension: z.enum(dimensions),
    priority: z.enum(priorities),
  }),
  answer: findingWire,
  status: 201,
  refusals: ['notFound', 'requestNotOpen'],
})

const { measure, ownerName, proof, reason } = findingLimits

export const changeFinding = contract({
  name: 'finding.change',
  method: 'PATCH',
  path: '/findings/{id}',
  summary:
    'El proveedor planifica un hallazgo o lo marca como hecho; el evaluador o el CCI lo verifican, lo devuelven o lo retiran',
  who: 'finding.read',
  params: byId,
  body: z.strictObject({
    move: z.enum(findingMoves),
    /** Of a plan. */
    measure: text(measure.max).optional(),
    ownerName: text(ownerName).optional(),
    dueOn: day.optional(),
    /** Why a plan is put off, a proof sent back or a finding withdrawn. */
    reason: text(reason).optional(),
    /** How a measure was taken. */
    proof: text(proof).optional(),
    version: editVersion,
  }),
  answer: findingWire,
  refusals: [
    'notFound',
    'forbidden',
    'changedMeanwhile',
    'invalid',
    'findingClosed',
    'findingNotPlanned',
    'findingNotDone',
    'findingReasonMissing',
    'proofMissing',
  ],
})

export const attachFindingFile = contract({
  name: 'finding.attach',
  method: 'POST',
  path: '/findings/{id}/files',
  summary: 'El proveedor adjunta un archivo que prueba su medida, hasta cinco cada vez',
  who: 'finding.plan',
  params: byId,
  encoding: 'multipart',
  files: { file: { description: 'El archivo', required: true } },
  body: z.strictObject({}),
  answer: findingWire,
  status: 201,
  refusals: [
    'notFound',
    'findingNotPlanned',
    'tooManyFiles',
    'fileType',
    'fileTooLarge',
    'fileMissing',
    'uploadCut',
    'storageFull',
    'storageFailed',
  ],
})

export const findingFileContent = contract({
  name: 'finding.content',
  method: 'GET',
  path: '/finding-files/{id}',
  summary: 'Un archivo de un hallazgo, para su proveedor, su evaluador y el CCI',
  who: 'finding.read',
  params: byId,
  answer: 'file',
  refusals: ['notFound', 'fileDamaged'],
})
