import { planText } from '#domain/supervision/reliance/changes.ts'
import {
  citationOf,
  conditionTitle,
  type Law,
  lawName,
  type Part,
  parts,
  wordingOf,
} from '#domain/supervision/reliance/conditions.ts'
import type { Signer } from '#domain/supervision/reliance/content.ts'
import type { RelianceFactsRead } from '#domain/supervision/reliance/facts.ts'
import { factDate, factText, NOT_KNOWN } from '#domain/supervision/reliance/facts.ts'
import type { Written } from '#domain/supervision/reliance/file.ts'
import { conclusionLabels, conditionVerdictLabels } from '#domain/supervision/reliance/file.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'
import { PALE } from '#server/document/paper/drawings.ts'
import { Paper } from '#server/document/paper/paper.ts'

export type Signature = { signedBy: Signer; signedAt: string; hash: string; entry: number | null }

/** What the paper shows; a draft has no signature. */
export type Printed = {
  product: string
  number: number
  law: Law
  known: RelianceFactsRead
  written: Written
  signature: Signature | null
}

const UNANSWERED = 'Sin contestar'
const nameOf = (part: Part) => (part === 'plan' ? conditionTitle(part) : `${part}) ${conditionTitle(part)}`)

/** A reliance file as PDF that can be read without the portal (RELY-12). */
export async function reliancePdf(file: Printed): Promise<Uint8Array> {
  const { product, number, law, known, written, signature } = file
  const { subject } = known
  const title = `Expediente de confianza n.º ${number}`
  const paper = await Paper.start({
    title: `${title}: ${subject.service}, ${subject.provider}`,
    subject: lawName(law),
    author: subject.entity,
    at: signature?.signedAt ?? known.readAt,
    footer: `${title} · ${subject.service} · ${subject.provider} · ${product}`,
  })
  paper.text(signature ? title : `${title} · Borrador sin firmar`, { size: 9.5, color: PALE, after: 2 })
  paper.text(subject.service, { face: 'serif', size: 26, after: 0 }, 'H1')
  paper.text(subject.provider, { face: 'serif', size: 15, after: 12 })
  paper.table(null, summaryOf(file), [0.3, 0.7])
  paper.label('Contenido')
  paper.contents(parts.length + 2)
  paper.newPage()

  for (const part of parts) {
    paper.heading(nameOf(part), { remark: citationOf(law, part) })
    paper.text(wordingOf(part), { after: 8 })
    const facts = known.facts.filter(fact => fact.part === part)
    paper.label(`Lo que consta en el portal, leído el ${formatInstant(known.readAt)} (hora de Madrid)`)
    if (facts.length === 0) paper.text(`${NOT_KNOWN}: depende del contrato de la entidad.`)
    else {
      const rows = facts.map(fact => [fact.label, factText(fact), factDate(fact)])
      paper.table(['Dato', 'Lo que consta', 'Fecha'], rows, [0.27, 0.53, 0.2])
    }
    paper.label('Lo que responde la entidad')
    paper.table(null, answerOf(written, part), [0.27, 0.73])
  }

  paper.heading('Conclusión')
  paper.table(null, conclusionRows(written), [0.27, 0.73])
  paper.heading('Firma', { needs: 240 })
  if (signature) signed(paper, signature)
  else paper.text('Este borrador no está firmado. Lo que consta en el portal y las respuestas pueden cambiar todavía.')
  return paper.end()
}

function summaryOf({ law, known, written, signature }: Printed): string[][] {
  const { entity, provider, cif, service, serviceKey, critical, functions, requiredScore, since } = known.subject
  const { basis } = known
  return [
    ['Entidad', entity],
    ['Proveedor', [provider, cif].filter(Boolean).join(' · ')],
    ['Servicio', `${service} (${serviceKey})`],
    ['Función esencial o importante', critical],
    ['Funciones que apoya', functions.join('; ') || NOT_KNOWN],
    ['Nivel exigido', requiredScore ?? 'Sin exigencia'],
    ['En uso desde', since ? formatDay(since) : NOT_KNOWN],
    [
      'Calificación en que se apoya',
      basis
        ? `${basis.rating}, publicada el ${formatInstant(basis.scoredAt)} y vigente hasta el ${formatDay(basis.expiresOn)}`
        : 'Ninguna vigente',
    ],
    ['Norma', lawName(law)],
    ['Conclusión', written.conclusion ? conclusionLabels[written.conclusion] : UNANSWERED],
    ['Revisión', written.reviewOn ? `Hasta el ${formatDay(written.reviewOn)}` : UNANSWERED],
    ['Firma', signature ? `${signature.signedBy.name}, el ${formatInstant(signature.signedAt)}` : 'Sin firmar'],
  ]
}

function answerOf({ answers, plan }: Written, part: Part): string[][] {
  if (part === 'plan') return [['Próxima auditoría propia o conjunta', planText(plan) || UNANSWERED]]
  const { verdict, text, clause } = answers[part]
  return [
    ['Respuesta', verdict ? conditionVerdictLabels[verdict] : UNANSWERED],
    ...(text ? [['Explicación', text]] : []),
    ...(clause ? [['Cláusula del contrato', clause]] : []),
  ]
}

const conclusionRows = ({ conclusion, measures, reviewOn }: Written): string[][] => [
  ['Conclusión', conclusion ? conclusionLabels[conclusion] : UNANSWERED],
  ...(measures ? [['Medidas', measures]] : []),
  ['Se revisa hasta el', reviewOn ? formatDay(reviewOn) : UNANSWERED],
]

function signed(paper: Paper, { signedBy, signedAt, hash, entry }: Signature): void {
  const { name, position, email } = signedBy
  paper.table(
    null,
    [
      ['Firmado por', [name, position, email].filter(Boolean).join(' · ')],
      ['Fecha y hora', `${formatInstant(signedAt)} (hora de Madrid)`],
      ['Huella SHA-256', hash],
      ['Apunte del registro', entry === null ? NOT_KNOWN : `N.º ${entry}`],
    ],
    [0.27, 0.73],
  )
  paper.text(
    'La firma es del usuario principal de la entidad en el portal; no es una firma electrónica cualificada. La huella es la del archivo expediente.json que acompaña a este PDF en la descarga con sus archivos: contiene lo mismo, y «sha256sum expediente.json» la calcula. El apunte del registro de actividad del portal lleva esa huella.',
    { size: 9.5, color: PALE },
  )
}
