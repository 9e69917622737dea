import './help.css'
import { siteConfig } from '../../browser/http/config'
import { usePageTitle } from '../../browser/use-page-title'
import type { SiteText } from '../../contract/site-config'
import { PlainText } from '../layout/FormattedText'

/** Renders a legal or help page, which is plain text in sections. */
export const HelpPage = ({ title, name }: { title: string; name: SiteText }) => {
  usePageTitle(title)
  return (
    <article className="card help">
      <h1>{title}</h1>
      {helpSections(name).map(({ heading, text }) => (
        <section key={heading}>
          {heading && <h2>{heading}</h2>}
          <PlainText text={text} />
        </section>
      ))}
    </article>
  )
}

/** A section of a help page. */
interface HelpSection {
  readonly heading: string
  readonly text: string
}

/**
 * Returns the text of a page from the bank's settings, or the default text if the settings have none.
 * A line that starts with `# ` is the heading of a section.
 */
const helpSections = (name: SiteText): readonly HelpSection[] => [
  ...sectionsOf(siteConfig().texts?.[name] ?? defaultTexts[name]),
  ...phoneSections(name),
]

const phoneSections = (name: SiteText): readonly HelpSection[] => {
  const { phone, texts } = siteConfig()
  return name === 'contact' && phone && !texts?.contact ? [{ heading: '客服專線', text: phone }] : []
}

// A section begins at each heading. Text before the first heading is a section without a heading.
const sectionsOf = (text: string): readonly HelpSection[] =>
  text
    .trim()
    .split(/\n(?=# )/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [firstLine = '', ...otherLines] = part.trim().split('\n')
      return firstLine.startsWith('# ')
        ? { heading: firstLine.slice(2), text: otherLines.join('\n').trim() }
        : { heading: '', text: part.trim() }
    })

const defaultTexts: Readonly<Record<SiteText, string>> = {
  privacy: `本行依個人資料保護法第 8 條規定，向您告知下列事項。
# 一、蒐集目的
辦理代收繳費、繳費查詢、繳費通知、身分驗證、資訊安全與稽核，以及其他經主管機關核准之業務（特定目的代號：○二二、○四○、○六七、○八二、一三五、一七七、一八一、一八二）。
# 二、個人資料類別
姓名、身分證字號或統一編號、行動電話、電子郵件、地址、銷帳編號、帳單與繳費紀錄，以及登入時間、來源位址等使用紀錄。
# 三、利用期間、地區、對象及方式
期間：委託代收契約存續期間及法令規定之保存期間。
地區：中華民國境內。
對象：本行、您的委託單位、代收通路業者、依法有權機關。
方式：以自動化機器或其他非自動化方式，於蒐集目的範圍內利用。
# 四、您的權利
您可以向本行請求查詢或閱覽、製給複製本、補充或更正、停止蒐集、處理或利用，以及刪除您的個人資料。資料由委託單位提供者，請先洽您的委託單位。
# 五、不提供資料的影響
您可以自由選擇是否提供個人資料；若不提供，本網站將無法確認您的身分並提供查詢服務。
# 六、本網站在您裝置上保存的資料
登入期間會在瀏覽器保存登入憑證與查詢結果，最長 7 天；登出或閒置逾時後立即清除。畫面上的個人資料以遮罩顯示。`,
  accessibility: `本網站希望每一位使用者都能自行完成繳費與查詢，依無障礙網頁規範（對應 WCAG 2.1 AA 等級）設計。
# 快速鍵
本網站以 ::: 標示各區塊，可搭配瀏覽器的快速鍵組合跳到該區塊：
Alt+U：上方選單區塊
Alt+C：中央內容區塊
Alt+Z：下方資訊區塊
Firefox 請使用 Shift+Alt+字母，macOS 請使用 Control+Option+字母。
# 鍵盤操作
所有功能皆可以 Tab、Shift+Tab、Enter 與空白鍵操作；每頁開頭有「跳到主要內容區塊」連結。
# 驗證碼
看不到圖形驗證碼時，可以由電腦代為驗證：按下按鈕後，電腦會運算數秒並報告進度，您不必輸入任何文字。
# 時間限制
登入後閒置將自動登出，登出前一分鐘會提醒您，並可延長連線。
# 文字大小與列印
文字大小可由頁尾的「A-、A、A+」選擇，也可用瀏覽器的縮放功能調整到 200% 而不遺失內容；繳費資訊與收據另有列印樣式。
# 意見回饋
操作上遇到困難，請透過聯絡我們告訴我們您使用的頁面、瀏覽器與輔助工具，我們會儘速改善。`,
  contact: `# 帳單內容、金額或個人資料有疑問
請洽您的委託單位（學校、管理委員會、保險公司等），聯絡方式列於繳款單上。
# 網站操作或企業戶帳號問題
請洽您的往來分行或客服中心，服務時間為週一至週五 09:00 至 17:30（國定假日除外）。
# 防詐騙提醒
本行不會以電話、簡訊或電子郵件詢問您的密碼、驗證碼或信用卡號。接到可疑訊息，請撥打內政部警政署 165 反詐騙諮詢專線。`,
}
