import { availableParallelism, totalmem } from 'node:os'

/** What this process may use of its machine. */
export interface MachineSize {
  readonly cores: number
  readonly memoryBytes: number
}

const gibibyte = 1024 ** 3

/**
 * What the machine has, or the control group (of a container or service) that this process runs in, where
 * that has less.
 * @source Linux, control group v2: `cpu.max`, `memory.max`; Node counts both
 */
export function measureMachine(): MachineSize {
  return {
    cores: availableParallelism(),
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
  }
}

/**
 * How many jobs run at once where the settings do not say: two more than there are cores, as one waits for
 * the database or the disk while another decodes; fewer where there is less than half a GiB for each.
 */
export function sizeJobs({ cores, memoryBytes }: MachineSize): number {
  return Math.max(2, Math.min(cores + 2, Math.floor((2 * memoryBytes) / gibibyte)))
}

/**
 * How many processes decode at once where the settings do not say: one a core, with a GiB for each; two at
 * least, as films never take the last one.
 * @source decision 0193
 */
export function sizeDecoders({ cores, memoryBytes }: MachineSize): number {
  return Math.max(2, Math.min(cores, Math.floor(memoryBytes / gibibyte)))
}
