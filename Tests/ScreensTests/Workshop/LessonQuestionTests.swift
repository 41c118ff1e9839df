@testable import AppState
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// A lesson's question can be answered on every terminal: the chosen answer and the verdict are visible.
struct LessonQuestionTests {
  private let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  /// The panel shows all three answers; a footer that named one of them would suggest that it is the only one.
  @Test func theQuestionWhoWillRefuseShowsAllAnswers() throws {
    for size in sizes {
      let asking = StateRegistry.all.map { AppScreen.draw($0.state, size: size, look: Look()) }
        .filter { $0.text.contains("Who will refuse") }
      #expect(!asking.isEmpty, "\(size)")
      for screen in asking {
        let (text, footer) = (screen.text, screen.row(size.height - 1))
        for answer in ["the server", "the app", "nobody"] {
          #expect(text.contains(answer) && !footer.contains(answer), "\(footer)")
        }
      }
    }
  }

  /// On the smallest screen the list has room for titles.
  @Test func theSmallestListOfLessonsIsReadable() throws {
    let text = AppScreen.draw(try sample("lesson-list"), size: Size(40, 15), look: Look()).text
    #expect(text.contains("A malicious app takes the red…"), "\(text)")
  }

  /// The verdict may cover the answers, so the footer names the key for the next one.
  @Test func theFooterOfAQuestionNamesTheNextAnswer() throws {
    for size in sizes {
      let footer = AppScreen.draw(try sample("lesson-answered-wrong"), size: size, look: Look()).row(size.height - 1)
      #expect(footer.contains("↵ answer") && footer.contains("↓ next"), "\(footer)")
    }
  }

  /// The key to the next page, which leaves the question unanswered, has another name than the one to the next answer.
  @Test func aQuestionCanBeSkipped() throws {
    var state = try sample("lesson-question")
    let index = try #require(state[Lessons.self].all.firstIndex { $0.id == state[Lessons.self].openedLesson?.id })
    let question = try #require(state[Lessons.self].all[index].questions.first)
    state.tools[Lessons.self].all[index].questions.append(question)
    let footer = AppScreen.draw(state, size: Size(110, 30), look: Look()).row(29)
    #expect(footer.contains("→ skip") && footer.contains("↓ next"), "\(footer)")
  }

  /// A reset is asked for twice, and the footer then names its key, whatever else the page offers.
  @Test func theFooterNamesTheKeyThatResetsALabOnceItIsAskedFor() throws {
    var state = try sample("lesson-question")
    state.tools[Lessons.self].view.urge = .confirmation
    for size in [Size(110, 30), Size(80, 24)] {
      let footer = AppScreen.draw(state, size: size, look: Look()).row(size.height - 1)
      #expect(footer.contains("x reset the lab"), "\(footer)")
    }
  }

  @Test func theChosenAnswerIsVisible() throws {
    var state = try sample("lesson-question")
    let choices = (1...4).map { "Answer number \($0), which is long enough for several lines of a small panel" }
    let index = try #require(state[Lessons.self].all.firstIndex { $0.id == state[Lessons.self].openedLesson?.id })
    state.tools[Lessons.self].all[index].questions[0].choices = choices
    for size in sizes {
      for (row, choice) in state[Lessons.self].choices.enumerated() {
        state.tools[Lessons.self].view.choice = row
        let text = AppScreen.draw(state, size: size, look: Look()).text
        let start = choices[choice].split(separator: " ").prefix(3).joined(separator: " ")
        #expect(text.contains("▸ \(start)"), "\(size) answer \(choice):\n\(text)")
      }
    }
  }

  /// Without colours a chosen answer that was wrong can be told from the others, too.
  @Test func aWrongAnswerCanBeChosenVisibly() throws {
    var state = try sample("lesson-answered-wrong")
    let wrong = try #require(state[Lessons.self].view.wrong.first)
    state.tools[Lessons.self].view.choice = try #require(state[Lessons.self].choices.firstIndex(of: wrong))
    let answer = try #require(state[Lessons.self].openedLesson).questions[0].choices[wrong]
    let start = answer.split(separator: " ").prefix(3).joined(separator: " ")
    #expect(AppScreen.draw(state, size: Size(110, 30), look: Look()).text.contains("▸ ✗ \(start)"))
  }

  /// The reason concerns the last answer, and the chosen answer can still be scrolled into view.
  @Test func theReasonForAWrongAnswerIsVisible() throws {
    var state = try sample("lesson-answered-why-wrong")
    let lesson = try #require(state[Lessons.self].openedLesson)
    let why = try #require(lesson.questions[0].feedback(on: 2))
    for size in sizes {
      let text = AppScreen.draw(state, size: size, look: Look()).text
      #expect(text.contains("That is not right.") && text.contains(why.prefix(24)), "\(size):\n\(text)")
    }
    for (row, choice) in state[Lessons.self].choices.enumerated() {
      _ = update(&state, .lessons(.choose(row)), now: state.now)
      let text = AppScreen.draw(state, size: Size(40, 15), look: Look()).text
      let start = lesson.questions[0].choices[choice].split(separator: " ").prefix(3).joined(separator: " ")
      #expect(text.contains(start), "answer \(choice):\n\(text)")
    }
  }

  @Test(arguments: ["lesson-answered-right", "lesson-answered-wrong", "lesson-answered-late"])
  func theVerdictIsVisible(_ name: String) throws {
    let state = try sample(name)
    for size in sizes {
      let text = AppScreen.draw(state, size: size, look: Look()).text
      #expect(text.contains("Right") || text.contains("That is not right."), "\(size):\n\(text)")
    }
  }
}
