import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiScopes, scopeLabels } from '#domain/integration/scopes.ts'
import { hookEventLabel, hookEventNames, PING } from '#domain/integration/webhook/events.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'

/** How a receiver checks a delivery, for a reader to copy; `test/e2e/integrations.long.e2e.ts` runs it (HOOK-14). */
const verification = readFileSync(join(import.meta.dirname, 'signature-example.mjs'), 'utf8').trim()

const terms = (entries: readonly (readonly [string, string])[]) =>
  `<dl>${entries.map(([term, words]) => `<dt><code>${term}</code></dt><dd>${escapeHtml(words)}</dd>`).join('')}</dl>`

/** What `/api/docs` says of keys and webhooks (HOOK-14). */
export const keysPart = `<h2 id="claves">Claves de API</h2>
<p>Una clave de API es de una entidad. La crea su usuario principal en «Más», «Claves y webhooks», con ámbitos y un último día; se ve una sola vez. Se envía en cada llamada, sin cabeceras de sesión:</p>
<pre><code>curl -H 'authorization: Bearer alm_…' https://…/api/v1/service-uses</code></pre>
<p>Llega a lo que lee un usuario de esa entidad, dentro de sus ámbitos; más allá contesta 403 <a href="#outsideScope"><code>outsideScope</code></a>, y 401 <a href="#keyEnded"><code>keyEnded</code></a> cuando ha caducado o se ha revocado. Ningún ámbito abre los usuarios, las firmas, las aceptaciones, las claves ni los webhooks. Cada llamada dice abajo el ámbito que la abre; un cliente se genera de <a href="/api/v1/openapi.json">OpenAPI</a>.</p>
${terms(apiScopes.map(scope => [scope, scopeLabels[scope]]))}
<h2 id="webhooks">Webhooks</h2>
<p>Un webhook es una dirección https de la entidad. Recibe <code>POST</code> con <code>type</code>, <code>timestamp</code> y <code>data</code>: identificadores, niveles, fechas y un enlace, sin datos personales ni textos. Lo demás se lee con una clave. Estos son los sucesos:</p>
${terms([...hookEventNames, PING].map(type => [type, hookEventLabel(type)]))}
<p>El receptor tiene 10 segundos para contestar 2xx. Si no, el portal lo intenta otra vez 1, 5 y 30 minutos y 2, 8, 24, 48 y 72 horas después del primer intento; luego desactiva el webhook y se lo dice al usuario principal. Una respuesta 410 lo desactiva en el acto. Un suceso puede llegar dos veces, con el mismo <code>webhook-id</code>, y varios pueden llegar en otro orden.</p>
<h2 id="firma">Comprobar la firma de una entrega</h2>
<p>Cada entrega lleva <code>webhook-id</code>, <code>webhook-timestamp</code> y <code>webhook-signature</code>: <code>v1,</code> y el HMAC-SHA256 en base64 de identificador, fecha y cuerpo unidos por puntos, uno por cada secreto vigente. La clave del HMAC es el texto base64 que sigue a <code>whsec_</code>. Es la norma <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a>; sus bibliotecas sirven. Sin ninguna, en Node.js:</p>
<pre id="ejemplo-firma"><code>${escapeHtml(verification)}</code></pre>`
