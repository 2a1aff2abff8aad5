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
  volumes: { name: string; secret?: { secretName: string; items: { path: string }[] } }[]
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

  const job = specOf<{ template: { metadata: { labels: Labels }; spec: Pod } }>('Job').template
  if (JSON.stringify(job.metadata.labels) === labels) faults.push('the service leads to the job')
  for (const each of [pod, job.spec]) faults.push(...podFaults(each, settings))
  for (const { spec } of resources.filter(({ kind }) => kind === 'CronJob')) {
    const { template } = (spec as { jobTemplate: { spec: { template: { metadata: { labels: Labels }; spec: Pod } } } })
      .jobTemplate.spec
    if (JSON.stringify(template.metadata.labels) === labels) faults.push('the service leads to the back-up')
    faults.push(...podFaults(template.spec, settings))
    const mounted = template.spec.containers[0]!.volumeMounts.map(({ mountPath }) => mountPath)
    for (const path of ['/data', '/backups']) if (!mounted.includes(path)) faults.push(`the back-up has no ${path}`)
    if (secretsOf(template.spec).join() !== secretsOf(pod).join())
      faults.push('the back-up has other secrets than a pod that serves')
  }
  const owners = (of: Pod) => of.containers[0]!.env.filter(({ name }) => name.startsWith('DATABASE_OWNER_URL')).length
  if (owners(pod) > 0) faults.push('a pod that serves has the password of the owner of the tables')
  if (owners(job.spec) === 0) faults.push('the job has no password of the owner of the tables')
  const owner = secretsOf(job.spec).find(name => !secretsOf(pod).includes(name))
  if (owner === undefined) faults.push('the secret of the owner is one of those of a pod that serves')

  const seconds = (name: string) => Number(container!.env.find(variable => variable.name === name)?.value)
  const stops = seconds('LEAVE_SECONDS') + seconds('STOP_SECONDS') + 5
  if (!(pod.terminationGracePeriodSeconds >= stops)) faults.push(`a pod is killed before ${stops} s`)
  return faults
}

const secretsOf = ({ volumes }: Pod) => volumes.flatMap(({ secret }) => secret?.secretName ?? [])

function podFaults({ containers: [container], volumes }: Pod, settings: ReadonlySet<string>): string[] {
  const faults: string[] = []
  const names = container!.env.map(({ name }) => name)
  if (new Set(names).size < names.length) faults.push('a variable is set twice')
  for (const name of names)
    if (!settings.has(name.replace(/_FILE$/, ''))) faults.push(`the portal has no setting ${name}`)
  const known = new Set(volumes.map(({ name }) => name))
  for (const { name } of container!.volumeMounts) if (!known.has(name)) faults.push(`the pod has no volume ${name}`)
  // A file that a setting names and no volume has.
  const files = volumes.flatMap(({ name, secret }) => {
    const place = container!.volumeMounts.find(mount => mount.name === name)?.mountPath
    return (secret?.items ?? []).map(({ path }) => `${place}/${path}`)
  })
  for (const { name, value } of container!.env)
    if (name.endsWith('_FILE') && !files.includes(value)) faults.push(`${name}: no volume has ${value}`)
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
