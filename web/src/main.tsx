import '@fontsource-variable/inter'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme/theme.css'
import { CartoucheProvider } from '@cartouche/react'
import { Notifications } from '@mantine/notifications'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { client } from './app/client.ts'
import { router } from './app/router.tsx'
import { ErrorBoundary } from './components/error-view/error-boundary.tsx'
import { Themed } from './theme/themed.tsx'
import { Translations } from './translations/translations.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <Translations>
      <Themed>
        <CartoucheProvider client={client}>
          <Notifications position="bottom-center" limit={4} autoClose={5000} />
          <ErrorBoundary><RouterProvider router={router} /></ErrorBoundary>
        </CartoucheProvider>
      </Themed>
    </Translations>
  </StrictMode>,
)
