import { readlinkSync } from 'node:fs'
import { chmod, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAccount } from '../ground/database/system-account.ts'
import { getPostgresAccount } from '../ground/database/postgres-account.ts'
import { listProcessTree } from './process-tree.ts'
import { recipeFor } from './rendition-recipes.ts'
import { describeWeakness, openSandbox } from './sandbox.ts'
import { createTestFolder, quarters, type TestFolder } from './sample-files.ts'
import { createWorkerFolder } from './worker-folder.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

const isRoot = process.getuid?.() === 0
const limits = { silenceMs: 30_000, maxMemoryBytes: 512 * 1024 * 1024 }
const sandbox = await openSandbox()
let folder: TestFolder
let worker: WorkerProcess

beforeAll(async () => {
  folder = await createTestFolder()
  process.env['DATABASE_URL'] = 'postgresql://secret@localhost/secret'
  process.env['CARTOUCHE_ADMIN_PASSWORD'] = 'not for decoders'
  worker = await startWorkerProcess(limits, sandbox, folder.path('.'))
  const path = await folder.write('a.png', await quarters(400, 300).png().toBuffer())
  // As the blobs are: nobody else may read it.
  await chmod(path, 0o600)
  const recipe = recipeFor('thumbnailSmall', 'IMAGE')
  if (!recipe) throw new Error('There is no such recipe')
  await worker.run(
    {
      kind: 'inspectAndRender',
      request: { path, fileName: 'a.png', outputs: [{ recipe, outputPath: folder.path('a.jpg') }] },
    },
    { timeoutMs: 60_000 },
  )
})
afterAll(async () => {
  worker.end(new Error('over') as never)
  delete process.env['DATABASE_URL']
  delete process.env['CARTOUCHE_ADMIN_PASSWORD']
  await folder.remove()
})

/** What the kernel knows of the worker (Node), of its ExifTool and of what confines them. */
async function processes(): Promise<
  { command: string; environ: string; status: string; limits: string; namespace(name: string): string }[]
> {
  return Promise.all(
    listProcessTree(worker.pid ?? 0).map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8')
      const [command, environ, status, bounds] = await Promise.all([
        read('cmdline'),
        read('environ').catch(() => ''),
        read('status'),
        read('limits'),
      ])
      return {
        command,
        environ,
        status,
        limits: bounds,
        namespace: (name) => readlinkSync(`/proc/${pid}/ns/${name}`),
      }
    }),
  )
}

async function decoders() {
  const found = await processes()
  return found.filter(
    ({ command }) =>
      (command.includes('media-worker.ts') && !/^(bwrap|setpriv|unshare)/.test(command)) ||
      command.startsWith('perl'),
  )
}

describe.skipIf(process.platform !== 'linux')('a media worker and its ExifTool', () => {
  test('are both there, and made what they were asked for', async () => {
    expect(
      (await decoders()).map(({ command }) => (command.startsWith('perl') ? 'perl' : 'node')).toSorted(),
    ).toEqual(['node', 'perl'])
    const made = await stat(folder.path('a.jpg'))
    expect(made.uid).toBe(process.getuid?.())
    expect(made.mode & 0o777).toBe(0o600)
  })

  test('know nothing of the environment of the server', async () => {
    for (const { environ } of await processes()) {
      const names = environ
        .split('\0')
        .filter(Boolean)
        .map((line) => line.split('=')[0])
      expect([
        'PATH',
        'LANG',
        'LC_ALL',
        'MALLOC_ARENA_MAX',
        'HOME',
        'TMPDIR',
        'PWD',
        'SHLVL',
        '_',
        'OLDPWD',
      ]).toEqual(expect.arrayContaining(names))
      expect(environ).not.toContain('secret')
    }
  })

  test('gain no rights, and have limits of memory, processor and output', async () => {
    for (const decoder of await decoders()) {
      expect(decoder.status).toMatch(/^NoNewPrivs:\s+1$/m)
      expect(decoder.status).toMatch(/^CapEff:\s+0+$/m)
      for (const name of ['Max cpu time', 'Max file size', 'Max data size'])
        expect(decoder.limits).toMatch(new RegExp(`^${name}\\s+\\d+`, 'm'))
      expect(decoder.limits).toMatch(/^Max core file size\s+0\s/m)
    }
  })

  test.skipIf(!isRoot)('run as a user of their own: neither root nor the one of PostgreSQL', async () => {
    const account = await findAccount('cartouche-media')
    for (const { status } of await decoders()) {
      expect(/^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t')).toEqual(
        Array.from({ length: 4 }, () => String(account?.uid)),
      )
      expect(/^Gid:\s+(.*)$/m.exec(status)?.[1]?.split('\t')).toEqual(
        Array.from({ length: 4 }, () => String(account?.gid)),
      )
      expect(/^Groups:(.*)$/m.exec(status)?.[1]?.trim()).toBe('')
    }
    expect(account?.uid).not.toBe(0)
    expect(account?.uid).not.toBe((await getPostgresAccount()).uid)
  })

  test.skipIf(sandbox.isolation !== 'namespaces')(
    'have networks, processes and files of their own',
    async () => {
      for (const decoder of await decoders()) {
        for (const name of ['net', 'pid', 'mnt', 'ipc'])
          expect(decoder.namespace(name)).not.toBe(readlinkSync(`/proc/self/ns/${name}`))
      }
    },
  )

  test('leave nothing in their folder, and take it along when they end', async () => {
    const [name = ''] = (await readdir(folder.path('.'))).filter((entry) =>
      entry.startsWith('cartouche-worker-'),
    )
    expect(name).not.toBe('')
    await expect.poll(() => readdir(folder.path(`${name}/work`))).toEqual([])
    expect(await readdir(folder.path(`${name}/in`))).toEqual([])
    worker.end(new Error('over') as never)
    await expect.poll(() => readdir(folder.path('.'))).not.toContain(name)
  })
})

describe('the sandbox', () => {
  const run = async (script: string, parent = folder.path('.')) => {
    const files = await createWorkerFolder(parent, sandbox)
    const lent = await files.lend(await folder.write('lent', 'the original'))
    const [program = '', ...args] = sandbox.wrap(
      ['/bin/sh', '-c', script, 'sh', lent, files.workFolder],
      files,
    )
    const printed = await promisify(execFile)(program, args, {
      cwd: '/',
      env: { PATH: process.env['PATH'] },
    }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
    await files.remove()
    return printed.trim()
  }

  test('lets a decoder read what it is lent, and write to its own folder alone', async () => {
    expect(await run('cat "$1"; echo made > "$2/made"; cat "$2/made"')).toBe('the originalmade')
    expect(await run('echo changed > "$1" && echo written; cat "$1"')).toBe(
      sandbox.isolation === 'namespaces' || isRoot ? 'the original' : expect.any(String),
    )
    expect(await readFile(folder.path('lent'), 'utf8')).toBe('the original')
  })

  test.skipIf(sandbox.isolation !== 'namespaces')(
    'shows neither the data nor the settings of the server, nor other processes',
    async () => {
      await mkdir(folder.path('data'), { recursive: true })
      await writeFile(folder.path('data/secrets.json'), 'secret')
      expect(
        await run(
          `cat ${folder.path('data/secrets.json')} /etc/shadow /proc/${process.pid}/environ 2>/dev/null`,
        ),
      ).toBe('')
    },
  )

  test.skipIf(sandbox.isolation === 'none')('reaches no network', async () => {
    const script =
      'try { await fetch("http://127.0.0.1:" + process.argv[1]) } catch (error) { console.log(error.cause?.code) }'
    const { createServer } = await import('node:http')
    const server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1')
    await new Promise((resolve) => {
      server.once('listening', resolve)
    })
    try {
      const { port } = server.address() as { port: number }
      expect(await run(`'${process.execPath}' --input-type=module -e '${script}' ${port}`)).toBe(
        'ECONNREFUSED',
      )
    } finally {
      server.close()
    }
  })

  test('says what is missing on this machine, and nothing where all is there', () => {
    expect(
      describeWeakness({
        ...sandbox,
        account: sandbox.account ?? { name: 'x', uid: 1, gid: 1 },
        isolation: 'namespaces',
      }),
    ).toBeNull()
    expect(describeWeakness({ ...sandbox, isolation: 'none' })).toMatch(/bubblewrap.*network/)
  })
})

describe('createWorkerFolder', () => {
  test('takes neither a link to a file of somebody else nor a second name of one', async () => {
    const files = await createWorkerFolder(folder.path('.'), sandbox)
    const secret = await folder.write('secret', 'secret')
    await symlink(secret, `${files.workFolder}/link.jpg`)
    await expect(
      files.takeOutput(`${files.workFolder}/link.jpg`, folder.path('taken.jpg')),
    ).rejects.toMatchObject({ code: 'crashed' })
    await expect(
      files.takeOutput(`${files.workFolder}/absent.jpg`, folder.path('taken.jpg')),
    ).resolves.toBeUndefined()
    await expect(stat(folder.path('taken.jpg'))).rejects.toMatchObject({ code: 'ENOENT' })
    await files.remove()
  })
})
