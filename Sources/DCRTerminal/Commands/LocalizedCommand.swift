import AppConfiguration
import Catalogue

/// A command with `--lang`, in whose language its errors are written. All other commands use the language of the environment.
protocol LocalizedCommand { var language: Language { get } }

extension RunCommand: LocalizedCommand { var language: Language { look.language } }

extension GalleryCommand: LocalizedCommand {
  /// The language of messages: the requested one; English when several were requested.
  var language: Language { lang.count == 1 ? lang[0] : .english }
}

extension RecordCommand: LocalizedCommand { var language: Language { app.look.language } }
