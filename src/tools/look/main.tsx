import { createRoot } from 'react-dom/client'
import { DialogHost } from '../../browser/dialogs/DialogHost'
import { applyTokens } from '../../browser/theme/tokens'
import { LookPage } from './LookPage'

applyTokens()
createRoot(document.getElementById('root') ?? document.body).render(
  <>
    <LookPage />
    <DialogHost />
  </>,
)
