import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { PRODUCT_NAME } from './src/domain/values/product.ts'

const root = import.meta.dirname
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'
const pdfjsRoot = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const pdfjsVersion: string = JSON.parse(readFileSync(path.join(pdfjsRoot, 'package.json'), 'utf8')).version
// The version in the path stands for a content hash, so these files can be cached for ever like the others.
const pdfjsBase = `assets/pdfjs-${pdfjsVersion}`
const pdfjsFolders = ['cmaps', 'standard_fonts', 'wasm']

/** Serves what pdf.js asks for by name while it reads a document: character maps, standard fonts, image decoders. */
function pdfjsFiles(): Plugin {
  return {
    name: 'pdfjs-files',
    configureServer(server) {
      server.middlewares.use(`/${pdfjsBase}`, (request, response, next) => {
        const [folder = '', name = ''] = (request.url ?? '').slice(1).split('?')[0]!.split('/')
        const known = pdfjsFolders.includes(folder) && readdirSync(path.join(pdfjsRoot, folder)).includes(name)
        if (!known) return next()
        if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(path.join(pdfjsRoot, folder, name)))
      })
    },
    generateBundle() {
      for (const folder of pdfjsFolders) {
        for (const name of readdirSync(path.join(pdfjsRoot, folder))) {
          if (name.startsWith('LICENSE')) continue
          const source = readFileSync(path.join(pdfjsRoot, folder, name))
          this.emitFile({ type: 'asset', fileName: `${pdfjsBase}/${folder}/${name}`, source })
        }
      }
    },
  }
}

/** The page is built with the name of the constant; the server that serves it puts its own in its place (D1). */
function namedPage(): Plugin {
  let name = PRODUCT_NAME
  return {
    name: 'named-page',
    configureServer() {
      name = process.env.PRODUCT_NAME || PRODUCT_NAME
    },
    transformIndexHtml: html => html.replaceAll('%PRODUCT_NAME%', () => name),
  }
}

/** Writes each text file compressed beside itself; the server sends that one to whoever takes it. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter(name => /\.(?:m?js|css|svg|html)$/.test(name))
      await Promise.all(
        texts.map(async name => {
          const file = path.join(dir!, name)
          const options = { params: { [constants.BROTLI_PARAM_QUALITY]: qualityOf(name) } }
          await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), options))
        }),
      )
    },
  }
}

/** Chunks run in the order of their imports, which a circle does not have: what one of it needs may not be there yet. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_, bundle) {
      const importsOf = (name: string) => {
        const file = bundle[name]
        return file?.type === 'chunk' ? file.imports : []
      }
      const done = new Set<string>()
      const visit = (name: string, path: readonly string[]) => {
        if (path.includes(name)) this.error(`Chunks import each other: ${[...path, name].join(' -> ')}`)
        if (done.has(name)) return
        for (const next of importsOf(name)) visit(next, [...path, name])
        done.add(name)
      }
      for (const name of Object.keys(bundle)) visit(name, [])
    },
  }
}

/** The best quality takes longest, and only first visits are worth it: the build is part of the first start. */
const qualityOf = (name: string): number =>
  /\/(react|entry-form|start|verify-facts|first|mantine|libraries|tanstack|zod)-/.test(name) ? 11 : 9

const entry = path.join(root, 'src/web/main/main.tsx')
const verifyPage = path.join(root, 'src/web/report-request/certificate/VerifyPage.tsx')

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** What some modules import, however far, as a chunk of its own. */
const reachedFrom =
  (starts: readonly string[], name: string) =>
  (id: string, graph: Graph): string | null => {
    // The index of a library leads to all of it.
    if (id.includes('node_modules')) return null
    const seen = new Set<string>()
    const leads = (from: string): boolean => {
      if (starts.includes(from)) return true
      if (seen.has(from)) return false
      seen.add(from)
      return graph.getModuleInfo(from)?.importers.some(leads) ?? false
    }
    return leads(id) ? name : null
  }

/** The sign-in form. Apart, it does not wait for what screens share. */
const entryOf = reachedFrom([entry], 'entry-form')
/** The page that checks certificates, for the same reason; what it has in common with the screens is apart from both. */
const verifyOf = reachedFrom([verifyPage], 'verify')
const commonOf = (id: string, graph: Graph) =>
  verifyOf(id, graph) && id.includes('/src/domain/') ? 'verify-facts' : null

/** The parts of Mantine that no first screen draws: each comes with the screens that do. */
const laterParts =
  /@mantine[\\/](dates|dropzone|notifications[\\/]esm[\\/]Notification|hooks[\\/]esm[\\/]use-drag|core[\\/]esm[\\/]components[\\/](Autocomplete|MultiSelect|Notification|Pill|PillsInput|Progress|Radio|Tabs|Textarea))/

const webFile = (file: string) => path.join(root, 'src/web', file)

/** The frame and the search of providers, on which the first screen of every role rests: loaded while the user types. */
const firstOf = reachedFrom([webFile('main/start.tsx'), webFile('participant/ProvidersPage.tsx')], 'first')
/** What the starts of the other roles share with later screens. */
const startOf = reachedFrom([webFile('start/StartPage.tsx')], 'starts')

export default defineConfig({
  root,
  publicDir: 'src/web/app/public',
  plugins: [react(), namedPage(), pdfjsFiles(), noCircles(), precompressed()],
  define: { __PDFJS_BASE__: JSON.stringify(`/${pdfjsBase}`) },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy is `script-src 'self'` and `img-src 'self'`: nothing may become a data: address,
    // and no polyfill may be written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Libraries change seldom: apart, they stay in the browser's cache when only the portal changes. What two screens
        // share is two parts, that of the first screens and the rest: apart, a first screen asked for ninety little files.
        codeSplitting: {
          groups: [
            // hardening.ts restricts React too, so it runs before it, at the head of its chunk.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|web[\\/]app[\\/]hardening/,
              priority: 4,
            },
            { name: entryOf, debugName: 'entry-form', priority: 3 },
            { name: commonOf, debugName: 'verify-facts', priority: 2.6 },
            { name: verifyOf, debugName: 'verify', priority: 2.5 },
            {
              name: 'mantine',
              test: id => /node_modules[\\/](@mantine|@floating-ui)[\\/]/.test(id) && !laterParts.test(id),
              priority: 2,
            },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack/, priority: 2 },
            // jitless.ts at the end of zod's chunk: it runs before any chunk that makes schemas.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|web[\\/]app[\\/]jitless/, priority: 2 },
            { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 1 },
            { name: 'later', test: /node_modules[\\/]/, minShareCount: 2, priority: 0.9 },
            { name: firstOf, debugName: 'first', priority: 0.8 },
            { name: startOf, debugName: 'starts', minShareCount: 2, priority: 0.7 },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': api, '/health': api },
  },
})
