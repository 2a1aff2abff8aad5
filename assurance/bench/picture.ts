import type { Grown, Measured } from '#assurance/bench/run.ts'

const ROW = 18
const TOP = 46
const LEFT = 330
const WIDTH = 460
const RIGHT = 60
const shades = ['#8c959f', '#0969da', '#bf3989', '#1a7f37']
const ticks = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

const style = `text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .paper { fill: #ffffff } .grid { stroke: #d1d9e0 } .way { stroke: #8c959f; stroke-width: 2 } .role { font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .paper { fill: #0d1117 } .grid { stroke: #3d444d }
  }`

const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The median time of each read at each size, on a logarithmic scale, as SVG that follows light and dark. */
export function pictureOf(sizes: readonly Measured[]): string {
  const all = sizes.flatMap(({ grown }) => grown.map(({ p50 }) => p50))
  const least = ticks.findLast(tick => tick <= Math.min(...all)) ?? Math.min(...all)
  const most = ticks.find(tick => tick >= Math.max(...all)) ?? Math.max(...all)
  const x = (value: number) => (LEFT + (WIDTH * Math.log(value / least)) / Math.log(most / least)).toFixed(1)
  const lines = sizes[0]!.grown
  const height = TOP + ROW * lines.length + 20
  const width = LEFT + WIDTH + RIGHT
  const rowOf = ({ role, name }: Grown, index: number) => {
    const y = TOP + ROW * (index + 0.5)
    const times = sizes.map(({ grown }) => grown[index]!.p50)
    const isFirst = lines[index - 1]?.role !== role
    return [
      isFirst ? `<text class="role" x="10" y="${y + 4}">${role}</text>` : '',
      isFirst ? `<path class="grid" d="M0 ${y - ROW / 2}H${width}"/>` : '',
      `<text x="${LEFT - 14}" y="${y + 4}" text-anchor="end">${written(name)}</text>`,
      `<path class="way" d="M${x(Math.min(...times))} ${y}H${x(Math.max(...times))}"/>`,
      ...times.map((time, size) => `<circle cx="${x(time)}" cy="${y}" r="5" fill="${shades[size % shades.length]}"/>`),
    ].join('')
  }
  const grid = ticks
    .filter(tick => tick >= least && tick <= most)
    .map(
      tick =>
        `<path class="grid" d="M${x(tick)} ${TOP}V${height - 16}"/>` +
        `<text x="${x(tick)}" y="${TOP - 6}" text-anchor="middle">${tick} ms</text>`,
    )
  const legend = sizes.map(({ participants }, index) => {
    const at = LEFT + 170 * index
    return (
      `<circle cx="${at}" cy="14" r="5" fill="${shades[index % shades.length]}"/>` +
      `<text x="${at + 10}" y="18">${participants.toLocaleString('en')} participants</text>`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Median time of each read by number of participants">
<style>
  ${style}
</style>
<rect class="paper" width="${width}" height="${height}"/>
${[...legend, ...grid, ...lines.map(rowOf)].join('\n')}
</svg>
`
}
