import Faults
import SharedValues
import Testing

/// How often faults happen, and what takes whose place.
@Suite struct ActiveFaultsTests {
  /// Who switches these on for an app has to be told, because nothing would happen.
  @Test func whatOnlyAServerCommitsIsKnown() {
    let named = FaultPresets.all.filter { !$0.plan.onlyAtServer.isEmpty }.map { ($0.name, $0.plan.onlyAtServer) }
    #expect(named.map(\.0) == ["compressed-answers", "old-http"])
    #expect(named.map(\.1) == [["gzip"], ["http-1.0"]])
  }

  private let reset = FaultRule(.token, .connection(.reset), .times(2))

  /// The first login is that of a client which all phones share: nobody revokes it with a phone's own.
  @Test func aRevokedClientIsThePhonesOwn() throws {
    var active = ActiveFaults(try #require(FaultPresets.named("client-revoked")).plan)
    #expect(active.take(.token, isShared: true).defect == nil)
    #expect(active.take(.token).defect?.rule.defect == .client(.revoked))
  }

  @Test func aFaultHappensAsOftenAsItSays() {
    var active = ActiveFaults(FaultPlan([reset]))
    #expect(active.count == 1)
    #expect(active.take(.refresh).defect == nil)
    #expect(active.take(.token).defect?.rule == reset)
    #expect(active.entries[0].left == 1)
    #expect(active.take(.token).defect != nil)
    #expect(active.take(.token).defect == nil)
    #expect(active.count == 0)
    #expect(!active.isEmpty)
  }

  @Test func whatHadNoEffectIsGivenBack() throws {
    var active = ActiveFaults(FaultPlan([reset]))
    let entry = try #require(active.take(.token).defect)
    active.giveBack(entry.id)
    #expect(active.entries[0].left == 2)
    active.giveBack(entry.id)
    #expect(active.entries[0].left == 2)
  }

  @Test func rulesHaveTheirTurnInOrderAndLatencyComesOnTop() {
    let late = FaultRule(.token, .latency(milliseconds: 5))
    let then = FaultRule(.token, .connection(.offline))
    var active = ActiveFaults(FaultPlan([FaultRule(.token, .connection(.reset), .once), late, then]))
    let first = active.take(.token)
    #expect(first.latency?.rule == late)
    #expect(first.defect?.rule.defect == .connection(.reset))
    #expect(active.take(.token).defect?.rule == then)
    #expect(active.take(.token).defect?.rule == then)
  }

  @Test func theFirstRequestsGoThrough() {
    var active = ActiveFaults(FaultPlan([FaultRule(.token, .connection(.offline), after: 2)]))
    #expect(active.take(.token).defect == nil)
    #expect(active.take(.token).defect == nil)
    #expect(active.take(.token).defect != nil)
  }

  @Test func oneMoreTakesThePlaceOfWhatTheEndpointHad() {
    var active = ActiveFaults(FaultPlan([reset, FaultRule(.jwks, .connection(.offline))], title: "T"))
    active.add(FaultRule(.token, .latency(milliseconds: 5)))
    #expect(active.entries.count == 3)
    active.add(FaultRule(.token, .connection(.tls)))
    #expect(active.entries.map(\.rule.summary) == ["jwks: offline", "token: latency 5 ms", "token: tls-failure"])
    #expect(active.title == nil)
    active.remove(active.entries[0].id)
    #expect(active.entries.count == 2)
    active.removeAll()
    #expect(active.isEmpty)
  }

  @Test func countsFollowThePlanThatStays() {
    var edge = ActiveFaults(FaultPlan([reset]))
    var app = edge
    _ = edge.take(.token)
    app.add(FaultRule(.jwks, .connection(.offline)))
    app.adoptCounts(of: edge)
    #expect(app.entries.map(\.hits) == [1, 0])
  }
}
