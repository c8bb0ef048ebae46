import { createCell, type Readable } from '@cartouche/client'

/** Installing the application on this device. */
export interface Install {
  /** Whether the browser would install it now. */
  readonly isOffered: Readable<boolean>
  /** Has the browser ask the person. */
  ask(): Promise<void>
}

/** What Chromium sends before it offers to install. @source WICG "Manifest incubations" */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function'
}

/** Keeps the browser's offer for the account menu, where people look for it. */
export const install: Install = createInstall()

function createInstall(): Install {
  const isOffered = createCell(false)
  let offer: InstallEvent | undefined
  if (typeof window !== 'undefined') {
    window.addEventListener('beforeinstallprompt', (event) => {
      if (!isInstallEvent(event)) return
      event.preventDefault()
      offer = event
      isOffered.set(true)
    })
    window.addEventListener('appinstalled', () => isOffered.set(false))
  }
  return {
    isOffered,
    async ask() {
      // An offer holds once.
      isOffered.set(false)
      await offer?.prompt()
      offer = undefined
    },
  }
}
