import type { AnswerOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { personTypeLabels } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import type { RecordFields } from '#domain/record/field.ts'
import { fieldWords } from '#domain/record/words.ts'
import type { previewRegister } from '#domain/supervision/register/contract.ts'
import { groupLabels } from '#domain/supervision/register/entry/columns.ts'
import { arrangementFields, functionFields, lineFields } from '#domain/supervision/register/entry/fields.ts'
import { memberFields } from '#domain/supervision/register/group/fields.ts'
import { entitySheetFields } from '#domain/supervision/register/import/package-rows.ts'
import { PREVIEW_SHOWN, sheetFields, sheetNames, tableFault } from '#domain/supervision/register/import/sheets.ts'
import { countryName } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { planCountsOf } from '#server/supervision/register/import/apply.ts'
import { isThat } from '#server/supervision/register/import/outside.ts'
import type { ContractStep } from '#server/supervision/register/import/plan.ts'
import { planOf } from '#server/supervision/register/import/plan.ts'
import type { ReadFile } from '#server/supervision/register/import/rows-task.ts'

type Preview = AnswerOf<typeof previewRegister>
type Change = Preview['rows'][number]['changes'][number]
type Step = { line: number; table: string | undefined; now: object | undefined; values: object; isChange: boolean }

/** What an import would add and change (DORA-09). @throws DomainError rowsWrong */
export async function registerPreview(db: Db, actor: Actor, today: Day, read: ReadFile): Promise<Preview> {
  const plan = await planOf(db, actor, today, read)
  const of = <S extends Step>(
    sheet: string,
    fields: RecordFields,
    steps: readonly S[],
    nameOf: (step: S) => string,
    more: (step: S) => Change[] = () => [],
  ): Preview['rows'] =>
    steps
      .filter(({ isChange }) => isChange)
      .map(step => ({
        sheet: step.table ?? sheet,
        line: step.line,
        name: nameOf(step),
        isNew: !step.now,
        changes: [...more(step), ...changesOf(fields, step)],
      }))
  const listed = [
    ...of('', entitySheetFields, plan.entity, () => 'Entidad'),
    ...of('', memberFields, plan.members, ({ now, values }) => String(values.name ?? now?.name)),
    ...of(sheetNames.functions, functionFields, plan.functions, ({ key }) => key),
    ...of(sheetNames.arrangements, arrangementFields, plan.arrangements, ({ reference }) => reference, aroundOf),
    ...of(sheetNames.lines, lineFields, plan.lines, ({ reference, key }) => `${reference} · ${key}`),
    ...of(sheetNames.subcontracts, sheetFields.subcontracts, plan.links, ({ values }) =>
      [values.reference, values.ictType, values.company].join(' · '),
    ),
  ]
  const notes = plan.notes.map(({ table, line, column, why }) => tableFault({ table, line, column }, why))
  return {
    ...planCountsOf(plan),
    rows: listed.slice(0, PREVIEW_SHOWN),
    notes: notes.slice(0, PREVIEW_SHOWN).map(({ message }) => message),
    noteCount: notes.length,
  }
}

function changesOf(fields: RecordFields, { now, values }: Step): Change[] {
  const [before, after] = [now ? fieldWords(fields, now) : {}, fieldWords(fields, values)]
  return Object.entries(after)
    .filter(([name, to]) => to !== (before[name] ?? ''))
    .map(([name, to]) => ({ label: fields[name]!.label, from: before[name] ?? '', to }))
}

const wordLabels = {
  latinName: 'Nombre en letras latinas',
  country: 'País',
  lei: 'LEI',
  euid: 'EUID',
  otherCode: 'Otro código',
  personType: 'Tipo de persona',
} as const

/** What is said otherwise of a company: its name under `label`, and of the same company every other word. */
function wordChanges(label: string, said: CompanyInput | null, now: CompanyInput | null, name: string): Change[] {
  const named = (said?.name ?? '') === name ? [] : [{ label, from: name, to: said?.name ?? '' }]
  if (said === null || now === null || !isThat(now, said)) return named
  const wordsOf = (company: CompanyInput) => ({
    ...company,
    country: countryName(company.country),
    personType: personTypeLabels[company.personType],
  })
  const [before, after] = [wordsOf(now), wordsOf(said)]
  const others = Object.entries(wordLabels).flatMap(([field, word]) => {
    const [from, to] = [before, after].map(words => words[field as keyof typeof wordLabels] ?? '')
    return from === to ? [] : [{ label: word, from: from!, to: to! }]
  })
  return [...named, ...others]
}

/** Entities by their LEIs, and branches by their codes, as a package has them. */
const membersText = (words: readonly string[]) => words.map(word => word.trim() || 'su entidad').join(', ')

/** What a row says of the contract's provider or company outside, and of the contract above it. */
function aroundOf({ now, party, overarching, cif, inside, signers, users }: ContractStep): Change[] {
  const outside = party && 'company' in party ? party.company : null
  const company = outside ? wordChanges('Empresa externa', outside, now?.company ?? null, now?.provider ?? '') : []
  const linked = party && 'providerId' in party ? [{ label: 'Proveedor', from: now?.provider ?? '', to: cif }] : []
  const parent =
    outside?.parent === undefined
      ? []
      : wordChanges('Matriz última', outside.parent, now?.parent ?? null, now?.parent?.name ?? '')
  const isOther = overarching !== null && overarching !== (now?.overarching ?? '')
  return [
    ...linked,
    ...company,
    ...parent,
    ...(isOther ? [{ label: 'Contrato marco', from: now?.overarching ?? '', to: overarching }] : []),
    ...(inside === null ? [] : [{ label: groupLabels.insideId, from: now?.inside ?? '', to: inside }]),
    ...(signers === null ? [] : [{ label: groupLabels.signers, from: now?.signedBy ?? '', to: membersText(signers) }]),
    ...(users === null ? [] : [{ label: groupLabels.users, from: now?.usedBy ?? '', to: membersText(users) }]),
  ]
}
