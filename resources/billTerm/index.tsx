import { defineScreens } from '../../src/admin'
import { CopyTermButton, CopyTermRowButton } from './CopyTerm'
import { LastTermProposal } from './LastTermProposal'
import { PaidShare } from './PaidShare'
import { PreviewFormInputButton, PreviewSlipsButton } from './PreviewSlips'
import { TermProgress } from './TermProgress'

const ShowActions = () => (
  <>
    <PreviewSlipsButton />
    <CopyTermButton />
  </>
)

export default defineScreens({
  RowActions: CopyTermRowButton,
  AboveCreateInputs: LastTermProposal,
  FormActions: PreviewFormInputButton,
  ShowActions,
  ShowSummary: TermProgress,
  Cells: { PaidCount: PaidShare },
})
