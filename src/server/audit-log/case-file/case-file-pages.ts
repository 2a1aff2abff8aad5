import type { Checkpoint } from '#domain/audit-log/audit-log.ts'
import { formatInstant } from '#domain/values/day.ts'
import type { CaseDocument } from '#server/audit-log/case-file/case-file-content.ts'
import { escapeHtml as html } from '#server/platform/escape-html.ts'

/** An entry as the index and the table show it. */
export type IndexedEntry = { number: number; sentence: string; hash: string }
export type IndexedDocument = CaseDocument & { path: string }

export type Index = {
  title: string
  madeAt: string
  madeBy: string
  documents: readonly IndexedDocument[]
  /** Files withheld by the scanner; they are not included. */
  held: readonly CaseDocument[]
  /** The end of the chain when the case file was made. */
  head: Pick<Checkpoint, 'hash' | 'at'>
}

/** The figures known once all entries are read. */
export type EntryFigures = {
  count: number
  /** The number of entries without their data. */
  partial: number
}

const link = (path: string) => html(path.toWellFormed().split('/').map(encodeURIComponent).join('/'))

/** The inspector's first page, up to its entries: no script, no external resource. */
export function indexHead({ title, madeAt, madeBy, documents }: Index): string {
  const files = documents.map(
    ({ title: name, fileName, path, sha256, at }) =>
      `<tr><td>${html(name)}</td><td><a href="${link(path)}">${html(fileName)}</a></td><td>${formatInstant(at)}</td><td><code>${sha256}</code></td></tr>`,
  )
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Expediente: ${html(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c1c1c;background:#fff}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #ccc}
code{font-size:.75rem;overflow-wrap:anywhere}</style></head><body>
<h1>Expediente: ${html(title)}</h1>
<p>Hecho el ${formatInstant(madeAt)} (hora de Madrid) por ${html(madeBy)}. Cómo comprobarlo: <a href="LEAME.txt">LEAME.txt</a>. Los datos: <a href="datos.json">datos.json</a>.</p>
<h2>Archivos</h2>
<table><thead><tr><th>Documento</th><th>Archivo</th><th>Fecha</th><th>SHA-256</th></tr></thead><tbody>
${files.join('\n') || '<tr><td colspan="4">Ninguno.</td></tr>'}
</tbody></table>
<h2>Cronología</h2>
<table><thead><tr><th>Apunte</th><th>Qué pasó</th><th>Sello</th></tr></thead><tbody>
`
}

export const indexLine = ({ number, sentence, hash }: IndexedEntry) =>
  `<tr><td>${number}</td><td>${html(sentence)}</td><td><code>${hash}</code></td></tr>\n`

/** The rest of the page, after the entries. */
export function indexFoot({ head }: Index, { count }: EntryFigures): string {
  return `${count > 0 ? '' : '<tr><td colspan="3">Ninguno.</td></tr>\n'}</tbody></table>
<p>El registro llegaba al apunte de sello <code>${head.hash}</code> cuando se hizo este expediente.</p>
</body></html>
`
}

/** Instructions for checking the case file with standard tools, without the portal. */
export function readMe({ title, madeAt, documents, held }: Index, entries: EntryFigures): string {
  const absent = held.map(
    ({ title: name, sha256 }) => `\n  No se incluye «${name}» (${sha256}): el antivirus lo ha retenido.`,
  )
  const blocked = `
   No se incluyen los datos de ${entries.partial} de ellos, y su «datos» es null: son de alguien que se eliminó, y están bloqueados o
   ya destruidos (LOPDGDD, art. 32). De los apuntes más antiguos, que contienen los datos, queda el «sello», y su «apunte»
   es null.`
  return `Expediente: ${title}
Hecho el ${formatInstant(madeAt)} (hora de Madrid)

Qué hay aquí
  indice.html     los archivos (${documents.length}) y la cronología (${entries.count} apuntes), para leer
  datos.json      los datos que guarda el portal
  archivos/       los archivos, tal como se subieron
  registro.jsonl  los apuntes del registro de actividad, uno por línea: «numero» (dentro del expediente), «sello» (el del
                  registro), «apunte» y «datos» (su SHA-256 es el «dataHash» del apunte)
  registro.csv    los mismos apuntes en una tabla: número, frase y sello
  cabeza.txt      el SHA-256 de registro.jsonl, el último sello del registro y el momento; firmado en cabeza.sig
  clave.pem       la clave pública del portal
  SHA256SUMS      el SHA-256 de todo lo anterior${absent.join('')}

1. Que nada ha cambiado desde que se hizo
     sha256sum --check SHA256SUMS
   En macOS: shasum -a 256 --check SHA256SUMS

2. Que el portal firmó los apuntes y sus sellos
     openssl pkeyutl -verify -pubin -inkey clave.pem -rawin -in cabeza.txt -sigfile cabeza.sig
     sed -n 2p cabeza.txt
     sha256sum registro.jsonl
   Las dos últimas dan el mismo SHA-256. Compare clave.pem con la que el CCI publica («npm run admin -- trail key»).

3. Que los datos son los que se sellaron
   Con Python; lo que no coincide lo dice, y si coincide todo no dice nada:
python3 -c '
import hashlib, json
for linea in open("registro.jsonl", encoding="utf-8"):
    uno = json.loads(linea)
    if uno["datos"] and hashlib.sha256(uno["datos"].encode()).hexdigest() not in uno["apunte"]: print("Datos alterados:", uno["numero"])
'${entries.partial > 0 ? blocked : ''}

4. Que el registro entero es el que se firmó
   Quien opera el portal lo comprueba con «npm run admin -- trail verify», que nombra el primer apunte malo, y encuentra
   cada apunte con «npm run admin -- trail find» y su sello. El expediente no dice qué lugar ocupa cada apunte en el
   registro: los huecos contarían lo que es solo de cada entidad.
   Guarde cabeza.txt y cabeza.sig: si alguien recortara o reescribiera el registro después, faltarían sus sellos.
`
}
