export type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}
type Labels = Record<string, string>
type Pod = {
  containers: {
    ports: { name: string; containerPort: number }[]
    env: { name: string; value: string }[]
    volumeMounts: { name: string; mountPath: string }[]
    startupProbe: unknown
  }[]
  volumes: { name: string }[]
  terminationGracePeriodSeconds: number
}

/** What no schema shows: that the resources fit each other and the portal. */
export function faultsOf(resources: readonly Resource[], settings: ReadonlySet<string>): string[] {
  const specOf = <T>(kind: string) => resources.find(resource => resource.kind === kind)!.spec as T
  const deployment = specOf<{
    selector: { matchLabels: Labels }
    template: { metadata: { labels: Labels }; spec: Pod }
  }>('Deployment')
  const service = specOf<{ selector: Labels; ports: { name: string; targetPort: string }[] }>('Service')
  const policy = specOf<{ podSelector: { matchLabels: Labels }; ingress: { ports: { port: string }[] }[] }>(
    'NetworkPolicy',
  )
  const budget = specOf<{ selector: { matchLabels: Labels } }>('PodDisruptionBudget')
  const pod = deployment.template.spec
  const [container] = pod.containers
  const labels = JSON.stringify(deployment.template.metadata.labels)
  const faults: string[] = []

  const selectors = [deployment.selector.matchLabels, service.selector, policy.podSelector.matchLabels]
  for (const selector of [...selectors, budget.selector.matchLabels]) {
    if (JSON.stringify(selector) !== labels) faults.push(`no pod has the labels ${JSON.stringify(selector)}`)
  }
  const ports = new Set(container!.ports.map(({ name }) => name))
  const asked = [
    ...service.ports.map(port => port.targetPort),
    ...policy.ingress.flatMap(rule => rule.ports.map(({ port }) => port)),
  ]
  for (const port of asked) if (!ports.has(port)) faults.push(`the container has no port ${port}`)

  const names = container!.env.map(({ name }) => name)
  if (new Set(names).size < names.length) faults.push('a variable is set twice')
  for (const name of names)
    if (!settings.has(name.replace(/_FILE$/, ''))) faults.push(`the portal has no setting ${name}`)
  const volumes = new Set(pod.volumes.map(({ name }) => name))
  for (const { name } of container!.volumeMounts) if (!volumes.has(name)) faults.push(`the pod has no volume ${name}`)

  const seconds = (name: string) => Number(container!.env.find(variable => variable.name === name)?.value)
  const stops = seconds('LEAVE_SECONDS') + seconds('STOP_SECONDS') + 5
  if (!(pod.terminationGracePeriodSeconds >= stops)) faults.push(`a pod is killed before ${stops} s`)
  return faults
}

/** By its path, because the package does not export its folder of version v1. */
export const modelOf = ({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>) =>
  `./node_modules/kubernetes-models/${apiVersion}/${kind}.js`

/** The resources as literals of their types: the compiler refuses a field that Kubernetes does not know. */
export function typesOf(resources: readonly Resource[]): string {
  const lines = resources.map(({ apiVersion, kind, ...rest }, index) => {
    const name = `Kind${index}`
    return `import { ${kind} as ${name} } from '${modelOf({ apiVersion, kind })}'\nnew ${name}(${JSON.stringify(rest)})\n`
  })
  return lines.join('')
}
