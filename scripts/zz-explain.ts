import { startEmbedded } from '#server/database/embedded.ts'
import { readFileSync } from 'node:fs'
import pg from 'pg'
const e = await startEmbedded({ dataDir: '/tmp/perf/keep', log: () => {} , settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }})
const c = new pg.Client(e.connection as never); await c.connect()
for (const q of readFileSync('/tmp/perf/q.sql','utf8').split(';\n').filter(x=>x.trim())) { const r = await c.query(q.startsWith('create')||q.startsWith('drop')||q.startsWith('analyze')||q.startsWith('set')||q.startsWith('vacuum')? q : 'explain (analyze, buffers off, costs off) '+q); console.log(r.rows?.map((x:any)=>x['QUERY PLAN']).join('\n')); console.log('-----') }
await c.end(); await e.stop(); process.exit(0)
