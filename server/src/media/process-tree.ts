import { readFile } from 'node:fs/promises'

/**
 * A process and all that it started, by the kernel's own record: nothing that a process says of itself is
 * believed. Only Linux keeps this record; elsewhere it is the process alone.
 */
export async function listProcessTree(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.split(' ').filter(Boolean).map(Number)
  return [pid, ...(await Promise.all(children.map(listProcessTree))).flat()]
}

/** Memory in bytes that a process and all that it started hold together; 0 where the system does not tell. */
export async function treeMemoryBytes(pid: number): Promise<number> {
  const sizes = await Promise.all(
    (await listProcessTree(pid)).map(async (member) => {
      const status = await readFile(`/proc/${member}/status`, 'utf8').catch(() => '')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Kills a process with all that it started, its process group first. */
export async function killProcessTree(pid: number): Promise<void> {
  const members = await listProcessTree(pid)
  for (const target of [-pid, ...members]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      /* it has ended already */
    }
  }
}
