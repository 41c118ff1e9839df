import ArgumentParser

/// `templates`: the templates that a registration can name as its `software_id`.
struct TemplatesCommand: AsyncParsableCommand {
  static let configuration = AdministrationTopic.templates.command([
    List.self, Show.self, Add.self, Change.self, Delete.self,
  ])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every template.")
    @OptionGroup var access: AdministrationAccess
    func run() async throws {
      let templates = try await access.administer { try await $0.templates() }
      access.list(
        templates, ["template", "client_name", "active instances", "instances"]
      ) { [$0.id, $0.name ?? "-", "\($0.activeInstances)", "\($0.instances)"] }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one template and its metadata.")
    @OptionGroup var one: OneTemplate
    func run() async throws { try await one.show() }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a template.")
    @OptionGroup var one: OneTemplate
    @OptionGroup var file: MetadataFile
    func run() async throws {
      let metadata = try file.read()
      try await one.change("is added.") { try await $0.addTemplate(one.id, metadata) }
    }
  }

  struct Change: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replace a template's metadata, for every instance at once.")
    @OptionGroup var one: OneTemplate
    @OptionGroup var file: MetadataFile
    func run() async throws {
      let metadata = try file.read()
      try await one.change("is changed, and every instance with it.") { try await $0.changeTemplate(one.id, metadata) }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a template that no active client needs.")
    @OptionGroup var one: OneTemplate
    func run() async throws {
      try await one.administer { try await $0.deleteTemplate(one.id) }
      one.access.report("\(one.id) is deleted.", ["software_id": .string(one.id), "deleted": true])
    }
  }
}

struct OneTemplate: OneThing {
  @OptionGroup var access: AdministrationAccess
  @Argument(help: "The template's name.") var id: String
  @Option(help: ArgumentHelp("What the configuration says about the server.", visibility: .hidden))
  var serverOptions = EmbeddedServerOptions()

  func read(_ administration: Administration) async throws -> ClientTemplate { try await administration.template(id) }

  /// Judges metadata as a server with this configuration would.
  func administer<Answer>(_ work: (Administration) async throws -> Answer) async throws -> Answer {
    let data = try access.global.dataDirectory(making: false)
    let configuration = IdentityServerConfiguration(serverOptions, data)
    return try await access.administer {
      var administration = $0
      administration.adopt(configuration)
      return try await work(administration)
    }
  }
}

struct MetadataFile: ParsableArguments {
  @Option(
    help: ArgumentHelp("File with the metadata as a JSON object, as a registration would send it.", valueName: "file"))
  var metadata: String

  func read() throws(CommandError) -> JSON {
    let path = AbsolutePath.of(metadata)
    let content: [UInt8]
    // A longer file is cut off, and is no JSON then.
    do { content = try SmallFile.readNamed(path, upTo: 1 << 20) } catch {
      throw CommandError(.metadataFileUnusable, path: path, error)
    }
    let json: JSON
    do { json = try JSON.parse(content) } catch {
      throw CommandError(.metadataFileUnusable, path: path, "not JSON \(error)" as Term)
    }
    guard json.objectValue != nil else { throw CommandError(.metadataFileUnusable, path: path, Phrase.notAnObject) }
    return json
  }
}

extension ClientTemplate: Reported {
  var report: JSON {
    [
      "software_id": .string(id), "client_name": .orNull(name), "active_instances": .count(activeInstances),
      "instances": .count(instances), "built_in": .bool(isBuiltIn), "metadata": metadata,
    ]
  }
}
