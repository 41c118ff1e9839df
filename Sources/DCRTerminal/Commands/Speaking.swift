import Catalogue

/// A command that takes `--lang`: its errors are said in that language, those of all others in the language of the environment.
protocol Speaking { var language: Language { get } }

extension RunCommand: Speaking { var language: Language { look.language } }

extension GalleryCommand: Speaking {
  /// The language of messages: the requested one; English when several were requested.
  var language: Language { lang.count == 1 ? lang[0] : .english }
}

extension RecordCommand: Speaking { var language: Language { app.look.language } }
