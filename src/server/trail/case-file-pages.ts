import { formatInstant } from '#domain/values/day.ts'
import { escapeHtml as html } from '#server/escape-html.ts'
import type { CaseDocument } from '#server/trail/case-file-content.ts'
import type { SignedHead } from '#server/trail/heads.ts'

/** A line of the index: an entry as people read it, where its sealed text lies, if anywhere, and whether its data are inside. */
export type IndexedEntry = { number: number; sentence: string; hash: string; path: string | null; isWhole: boolean }
export type IndexedDocument = CaseDocument & { path: string }

type Index = {
  title: string
  madeAt: string
  madeBy: string
  entries: readonly IndexedEntry[]
  documents: readonly IndexedDocument[]
  /** Files that the scanner keeps back: not inside. */
  held: readonly CaseDocument[]
  head: SignedHead | null
}

const link = (path: string) => html(path.toWellFormed().split('/').map(encodeURIComponent).join('/'))

/** The page that an inspector opens first: no script, nothing from elsewhere. */
export function indexPage({ title, madeAt, madeBy, entries, documents, head }: Index): string {
  const files = documents.map(
    ({ title: name, fileName, path, sha256, at }) =>
      `<tr><td>${html(name)}</td><td><a href="${link(path)}">${html(fileName)}</a></td><td>${formatInstant(at)}</td><td><code>${sha256}</code></td></tr>`,
  )
  const lines = entries.map(
    ({ number, sentence, hash, path }) =>
      `<tr><td>${path ? `<a href="${link(path)}">${number}</a>` : number}</td><td>${html(sentence)}</td><td><code>${hash}</code></td></tr>`,
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
${lines.join('\n') || '<tr><td colspan="3">Ninguno.</td></tr>'}
</tbody></table>
${head ? `<p>El registro llegaba al apunte ${head.number}, de sello <code>${head.hash}</code>, cuando se firmó.</p>` : ''}
</body></html>
`
}

/** How to check the case with the tools of any computer, without the portal. */
export function readMe({ title, madeAt, entries, documents, held, head }: Index): string {
  const absent = held.map(
    ({ title: name, sha256 }) => `\n  No se incluye «${name}» (${sha256}): el antivirus lo ha retenido.`,
  )
  const example = entries.find(({ path }) => path)?.path ?? 'registro/000000001.txt'
  const partial = entries.filter(({ isWhole }) => !isWhole).length
  const blocked = `
   No se incluyen los datos de ${partial} de ellos: son de alguien que se eliminó, y están bloqueados o ya destruidos (LOPDGDD,
   art. 32). El apunte sella solo su «dataHash», y se comprueba igual; de un apunte antiguo, que los sella enteros, queda su
   sello en registro.csv.`
  return `Expediente: ${title}
Hecho el ${formatInstant(madeAt)} (hora de Madrid)

Qué hay aquí
  indice.html     los archivos (${documents.length}) y la cronología (${entries.length} apuntes), para leer
  datos.json      los datos que guarda el portal
  archivos/       los archivos, tal como se subieron
  registro/       cada apunte del registro de actividad, con el texto exacto que se selló
  registro-datos/ los datos de cada apunte: su SHA-256 es el «dataHash» que el apunte sella
  registro.csv    los mismos apuntes en una tabla: número, frase y sello
  cabeza.txt      hasta dónde llegaba el registro: número, sello y momento; firmado en cabeza.sig
  clave.pem       la clave pública del portal
  SHA256SUMS      el SHA-256 de todo lo anterior${absent.join('')}

1. Que nada ha cambiado desde que se hizo
     sha256sum --check SHA256SUMS
   En macOS: shasum -a 256 --check SHA256SUMS

2. Que un apunte es el que se selló
   El SHA-256 del archivo de un apunte es su sello, el que dan indice.html y registro.csv:
     sha256sum ${example}
   Su primera línea es el sello del apunte anterior del registro: así cada apunte fija todos los de antes.${partial > 0 ? blocked : ''}

3. Que el portal firmó hasta dónde llegaba el registro
     openssl pkeyutl -verify -pubin -inkey clave.pem -rawin -in cabeza.txt -sigfile cabeza.sig
   Compare clave.pem con la que el CCI publica («npm run admin -- trail key»).${
     head ? `\n   Esta cabeza cubre todos los apuntes del expediente: llega hasta el ${head.number}.` : ''
   }

4. Que el registro entero es el que se firmó
   Quien opera el portal lo comprueba con «npm run admin -- trail verify», que nombra el primer apunte malo.
   Guarde cabeza.txt y cabeza.sig: si alguien recortara o reescribiera el registro después, no coincidirían.
`
}
