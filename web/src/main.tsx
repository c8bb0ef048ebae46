import '@fontsource-variable/inter'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme/theme.css'
import { CartoucheProvider } from '@cartouche/react'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { client } from './connection/client.ts'
import { router } from './app/router.tsx'
import { ConnectionBanner } from './connection/connection-banner.tsx'
import { loadPart } from './connection/load-part.ts'
import { ErrorBoundary } from './components/error-view/error-boundary.tsx'
import { ProofProvider } from './components/proof/proof-provider.tsx'
import { SpokenRegion } from './components/spoken/spoken-region.tsx'
import { Themed } from './theme/themed.tsx'
import { Translations } from './translations/translations.tsx'
import { NonBreakingDates } from './translations/non-breaking-dates.tsx'

/** There is no notice before something was done: what shows them can come later. */
const Notices = lazy(async () => ({ default: (await loadPart(() => import('./app/notices.tsx'))).Notices }))

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <Translations>
      <NonBreakingDates>
        <Themed>
          <CartoucheProvider client={client}>
            <Suspense>
              <Notices />
            </Suspense>
            <SpokenRegion />
            <ConnectionBanner />
            <ErrorBoundary>
              <ProofProvider>
                <RouterProvider router={router} />
              </ProofProvider>
            </ErrorBoundary>
          </CartoucheProvider>
        </Themed>
      </NonBreakingDates>
    </Translations>
  </StrictMode>,
)
