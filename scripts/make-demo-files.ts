/**
 * Makes anew the files of the demo world (src/server/demo/files/) and the portal's privacy policy
 * (src/web/public/privacyPolicy.pdf): `node scripts/make-demo-files.ts`. Needs Liberation fonts and `fc-match`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { writeXlsx } from '#server/spreadsheet/write.ts'
import { auditorPolicy, entitySheet, independence, registryCertificate } from './demo-files/auditor-documents.ts'
import { controls } from './demo-files/controls.ts'
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
const open = fileURLToPath(new URL('../src/web/public/', import.meta.url))

const documents: Record<string, (path: string) => Promise<number>> = {
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
  'controles-evaluados.xlsx': controlSheet,
}

async function controlSheet(path: string): Promise<number> {
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
  return bytes.length
}

await mkdir(folder, { recursive: true })
await mkdir(open, { recursive: true })
for (const [name, make] of Object.entries(documents)) console.log(name, await make(`${folder}${name}`))
console.log('privacyPolicy.pdf', await privacyPolicy(`${open}privacyPolicy.pdf`))
