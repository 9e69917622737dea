import { defineScreens } from '../../src/admin'
import { CopyTermButton, CopyTermRowButton } from './CopyTerm'
import { LastTermProposal } from './LastTermProposal'
import { PreviewInputButton, PreviewSlipsButton } from './PreviewSlips'
import { TermProgress } from './TermProgress'

const ShowActions = () => (
  <>
    <PreviewSlipsButton />
    <CopyTermButton />
  </>
)

export default defineScreens({
  RowActions: CopyTermRowButton,
  CreateProposals: LastTermProposal,
  FormActions: PreviewInputButton,
  ShowActions,
  ShowSummary: TermProgress,
})
