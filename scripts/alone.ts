/**
 * Runs each browser test alone, as `npx vitest run -t` does, and lists the failing ones:
 * `npm run test:alone [-- part of a file's name …]`. Takes about an hour in total. Run `npm run build` first.
 */
import { createVitest } from 'vitest/node'

const vitest = await createVitest('test', {
  project: ['browser'],
  watch: false,
  reporters: [{}],
})
const { testModules } = await vitest.collect(process.argv.slice(2), { staticParse: false })
const project = vitest.projects.find(({ name }) => name === 'browser')!
const red: string[] = []
for (const module of testModules) {
  for (const { id, name } of module.children.allTests()) {
    const began = performance.now()
    const specification = project.createSpecification(module.moduleId, { testIds: [id] })
    const ran = (await vitest.runTestSpecifications([specification])).testModules.filter(
      each => each.moduleId === module.moduleId,
    )
    const tests = ran.flatMap(each => [...each.children.allTests()]).filter(test => test.result().state !== 'skipped')
    const passed = ran.every(each => each.ok()) && tests.length === 1 && tests[0]!.id === id
    const file = module.moduleId.split('/').at(-1)
    const line = `${passed ? 'ok ' : 'RED'} ${Math.round(performance.now() - began)} ms ${file}: ${name}`
    console.log(line)
    if (passed) continue
    red.push(`${file}: ${name}`)
    for (const test of tests) for (const error of test.result().errors ?? []) console.log(`    ${error.message}`)
    for (const each of ran) for (const error of each.errors()) console.log(`    ${error.message}`)
  }
}
await vitest.close()
console.log(red.length === 0 ? 'Every test passes alone.' : `Not alone:\n${red.join('\n')}`)
process.exit(red.length === 0 ? 0 : 1)
