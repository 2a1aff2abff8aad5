/**
 * Generates the templates of the demo documents (src/server/demo/files/) and the portal's privacy policy
 * (src/web/app/public/privacyPolicy.pdf): `node tools/make-demo-files.ts`. Needs Liberation fonts and `fc-match`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Slot, Templates } from '#server/demo/template.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import { auditorPolicy, entitySheet, independence, registryCertificate } from './demo-files/auditor-documents.ts'
import { controls } from './demo-files/controls.ts'
import { faces } from './demo-files/paper.ts'
import { privacyPolicy } from './demo-files/privacy-policy.ts'
import {
  continuityPlan,
  deed,
  liabilityPolicy,
  socialSecurityCertificate,
  taxCertificate,
} from './demo-files/provider-documents.ts'
import { auditReport, ratingOpinion } from './demo-files/report-documents.ts'

const folder = fileURLToPath(new URL('../src/server/demo/files/', import.meta.url))
const open = fileURLToPath(new URL('../src/web/app/public/', import.meta.url))

const documents: Record<string, (path: string) => Promise<Slot[]>> = {
  'escritura-constitucion.pdf': deed,
  'certificado-aeat.pdf': taxCertificate,
  'certificado-seguridad-social.pdf': socialSecurityCertificate,
  'poliza-responsabilidad-civil.pdf': liabilityPolicy,
  'plan-continuidad.pdf': continuityPlan,
  'certificado-roac.pdf': registryCertificate,
  'poliza-auditor.pdf': auditorPolicy,
  'declaracion-independencia.pdf': independence,
  'ficha-entidad.pdf': entitySheet,
  'informe-auditoria.pdf': auditReport,
  'dictamen-calificacion.pdf': ratingOpinion,
}

async function controlSheet(path: string): Promise<void> {
  const bytes = await writeXlsx({
    sheet: 'Controles evaluados',
    modified: new Date('2026-09-30T09:00:00Z'),
    columns: [
      { header: 'Control', width: 10 },
      { header: 'Dominio', width: 24, wrap: true },
      { header: 'Enunciado', width: 58, wrap: true },
      { header: 'Dimensión', width: 12 },
      { header: 'Prueba realizada', width: 48, wrap: true },
      { header: 'Resultado', width: 24, wrap: true },
      { header: 'Observaciones', width: 48, wrap: true },
    ],
    rows: controls.map(({ id, domain, control, dimension, test, result, remark }) => [
      id,
      domain,
      control,
      dimension,
      test,
      result,
      remark,
    ]),
  })
  await writeFile(path, bytes)
}

await mkdir(folder, { recursive: true })
await mkdir(open, { recursive: true })
const slots: Record<string, Slot[]> = {}
for (const [name, make] of Object.entries(documents)) slots[name] = await make(`${folder}${name}`)
const templates: Templates = { faces, slots }
await writeFile(`${folder}templates.json`, `${JSON.stringify(templates)}\n`)
await controlSheet(`${folder}controles-evaluados.xlsx`)
await privacyPolicy(`${open}privacyPolicy.pdf`)
