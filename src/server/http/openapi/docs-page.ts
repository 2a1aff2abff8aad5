import { contracts } from '#domain/contracts.ts'
import type { Reason } from '#domain/messages.ts'
import { refusals, sentence } from '#domain/messages.ts'
import { keysPart } from '#server/http/openapi/keys-page.ts'
import { whoMay } from '#server/http/openapi/openapi.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'

const style = `
body{font:16px/1.5 "Source Sans 3",system-ui,sans-serif;color:#1d1b16;background:#fbf9f4;max-width:1000px;margin:0 auto;padding:32px 24px}
h1,h2{font-family:"Ibarra Real Nova",Georgia,serif;font-weight:600}h1{font-size:34px;margin:0 0 8px}h2{margin:40px 0 8px;border-top:2px solid #2a271f;padding-top:10px}
article{border-bottom:1px solid #e2dccf;padding:14px 0}code{font-size:15px}.m{display:inline-block;min-width:64px;font-weight:600;color:#0b4f3c}
pre{overflow-x:auto;padding:12px 14px;border:1px solid #e2dccf}p{margin:4px 0;max-width:70ch}dt{font-weight:600}dd{margin:0 0 8px}.w{color:#504a3e;font-size:15px}a{color:#0b5c44}
@media(prefers-color-scheme:dark){body{color:#efebe1;background:#161713}.m,a{color:#7fd3b3}.w{color:#c3beb0}article,pre{border-color:#32342c}h2{border-color:#b7b2a2}}`

/** The human-readable API page, from the same contracts as the OpenAPI document (D18). It has no script. */
export function docsPage(productName: string): string {
  const nouns = Map.groupBy(contracts, ({ name }) => name.replace(/\..*$/, ''))
  const calls = [...nouns].map(
    ([noun, own]) =>
      `<h2>${escapeHtml(noun)}</h2>${own
        .map(
          contract => `<article id="${escapeHtml(contract.name)}"><p><span class="m">${contract.method}</span> <code>${escapeHtml(contract.path)}</code></p>
<p>${escapeHtml(contract.summary)}.</p><p class="w">Puede: ${escapeHtml(whoMay(contract))}.${contract.scope ? ` Con clave de API: <a href="#claves">${contract.scope}</a>.` : ''}${
            contract.refusals
              ? ` Puede contestar: ${contract.refusals.map(reason => `<a href="#${reason}">${reason}</a>`).join(', ')}.`
              : ''
          }</p></article>`,
        )
        .join('')}`,
  )
  const reasons = Object.entries(refusals).map(
    ([reason, { status }]) =>
      `<dt id="${reason}"><code>${reason}</code> · ${status}</dt><dd>${escapeHtml(sentence(reason as Reason, { product: productName, saved: '' }))}</dd>`,
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(productName)}: API</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(productName)}: la API</h1>
<p>La base es <code>/api/v1</code>. Cada llamada lleva <code>authorization</code> con el token de <code>POST /login</code>; las que cambian algo, además <code>X-Requested-With</code> y <code>X-CSRF-TOKEN</code>. Una petición repetida con la misma <code>Idempotency-Key</code> tiene un solo efecto. Para máquinas: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
${keysPart}${calls.join('\n')}<h2>Errores</h2><p>Documentos RFC 9457 con un <code>code</code> que no cambia y la frase en <code>detail</code>.</p><dl>${reasons.join('\n')}</dl></main></body></html>`
}
